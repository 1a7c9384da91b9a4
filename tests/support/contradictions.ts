/** Two texts that must not appear together. */
type Rivals = readonly (readonly [RegExp, RegExp])[];

const inSection: Rivals = [
  [/You won’t be billed/, /Price|Amount due|Next billing|Cancel subscription/],
  [/Syncing/, /Payment issue|Next billing|Cancel subscription/],
];

/** A citizen’s Premium “expires on” the infinity sign, with any biller of the earlier plan. */
const nobodyBills = /[Yy]ou won’t be (billed|charged)|Expires on(<[^>]*>|\s)+\w+ \d|Expired on|Your plan has ended/;

/** These exclude each other in all sections of an account. */
const inAccount: Rivals = [
  [/You won’t be charged again/, /Next billing|Amount due|Cancel subscription/],
  [/Expired on|Your plan has ended/, /Expires on|Next billing|plan renews/],
  [/still be billed|stays active in the meantime/, nobodyBills],
  [/applies to your next payment/, nobodyBills],
  [/invites? available/, /used all|used your only/],
  [
    /used all|used your only/,
    /Send your link|Copy link|discount grows|first friend who|Invite friends|grows with every friend/,
  ],
  [/reached your device limit/, /Add new device/],
];

const find = (rivals: Rivals, text: string): string[] =>
  rivals.flatMap(([one, other]) => {
    const found = [one.exec(text)?.[0], other.exec(text)?.[0]];
    return found.includes(undefined) ? [] : [found.join(' / ')];
  });

/** Pairs of texts that contradict each other, in one section or in two sections of the same account. */
export const findContradictions = (sections: readonly string[]): string[] => [
  ...sections.flatMap((section) => find(inSection, section)),
  ...find(inAccount, sections.join('\n')),
];
