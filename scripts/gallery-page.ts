/** The page of `npm run gallery`, and the screenshots that it shows of each account. */

export const views = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const;
type View = (typeof views)[number];

export type AccountSection = 'account' | 'billing';
const sections: readonly AccountSection[] = ['account', 'billing'];

export interface ShownAccount {
  readonly email: string;
  readonly group: string;
  readonly description: string;
}

/** A screenshot's path in the gallery's folder. */
export const accountPicture = (email: string, section: AccountSection, { width, theme }: View): string =>
  `accounts/${email}-${section}-${width}-${theme}.png`;

/** All screenshots of an account, section by section. */
export const accountPictures = ({ email }: Pick<ShownAccount, 'email'>): readonly string[] =>
  sections.flatMap((section) => views.map((view) => accountPicture(email, section, view)));

/**
 * One page with all screenshots.
 * @param others paths of the screenshots that show no account: components, and screens in their states
 */
export function writeGalleryPage(accounts: readonly ShownAccount[], others: readonly string[]): string {
  const groups = [...new Set(accounts.map(({ group }) => group))];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
  figure { margin: 0 } figcaption { font-size: .8rem }
  .pictures { display: grid; grid-template-columns: 1fr 1fr 3fr 3fr; gap: 1rem; align-items: start; margin: 1rem 0 3rem }
  .others { grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)) }
  img { max-width: 100%; border: 1px solid #8888 }
</style>
<h1>Gallery</h1>
${groups
  .map(
    (group) =>
      `<h2>${escapeHtml(group)}</h2>\n${accounts
        .filter((account) => account.group === group)
        .map(writeAccount)
        .join('\n')}`,
  )
  .join('\n')}
<h2>Components and screens</h2>
<div class="pictures others">${others.map(writePicture).join('\n')}</div>
</html>
`;
}

const writeAccount = (account: ShownAccount): string => `<h3>${escapeHtml(account.email)}</h3>
<p>${escapeHtml(account.description)}</p>
<div class="pictures">${accountPictures(account).map(writePicture).join('\n')}</div>`;

const writePicture = (path: string): string => {
  const name = escapeHtml(path.replace(/^accounts\/|\.png$/g, ''));
  return `<figure><a href="${encodeURI(path)}"><img src="${encodeURI(path)}" alt="${name}" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
};

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
