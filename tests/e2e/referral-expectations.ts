import type { ReferralDetails } from './support/read-sections.ts';

const percents = [0, 20, 30, 50, 70, 90];

/** An account with invites left. */
const invited = (friends: number, applied: string): ReferralDetails => ({
  shares: true,
  discount: `Your discount now: ${percents[friends]}%`,
  applied,
  invites: friends === 4 ? 'One more invite available' : `${5 - friends} more invites available`,
  lights: [friends, 5],
  explains: true,
});
const noFriend = invited(0, 'The first friend who signs up and pays gets you 20% off.');
const paying = (friends: number) => invited(friends, 'The discount applies to your next payment.');
// Also to a canceled plan nothing is charged next.
const free = (friends: number) => invited(friends, 'The discount is applied when you choose a plan.');
const withoutLink: ReferralDetails = {
  banner: 'Your referral link isn’t ready yet. Please check back later.',
  explains: true,
};

/** Accounts that differ from one without an invited friend; null without the section. */
const others: Readonly<Record<string, ReferralDetails | null>> = {
  'anna.lindqvist@example.com': paying(2),
  'canceled@example.com': free(2),
  'free-referrer@example.com': free(3),
  'referral-active-3@example.com': paying(3),
  'referral-active-4@example.com': paying(4),
  'referral-active-5@example.com': { banner: 'You’ve used all 5 invites', action: 'Affiliate program' },
  'referral-new-3@example.com': free(3),
  'referral-new-5@example.com': { banner: 'Congratulations! You’ve used all 5 invites', action: 'Upgrade' },
  'referral-canceled-5@example.com': {
    discount: 'Your discount now: 90%',
    applied: 'The discount is applied when you choose a plan.',
    invites: 'You’ve used all 5 invites',
    lights: [5, 5],
  },

  // Guests, devices and Setapp users.
  'guest@example.com': null,
  '7f3c9a@anonymous.skerry.example': null,
  'setapp@example.com': null,
  'setapp-full@example.com': null,
  // Active at another vendor than ours.
  'active-stripe@example.com': null,
  'app-store@example.com': null,
  'app-store-canceled@example.com': null,
  'play-store@example.com': null,
  'platform@example.com': null,
  'payment-failed-app-store@example.com': null,
  'payment-failed-play-store@example.com': null,
  'grace-over-partner@example.com': null,
  'promo@example.com': null,
  'citizen@example.com': null,
  'citizen-by-vendor@example.com': null,
  'citizen-app-store@example.com': null,

  'odd-missing@example.com': withoutLink,
  'odd-null@example.com': withoutLink,
};

export const describedReferrals = Object.keys(others);

/** Null without the section. */
export const referralOf = (email: string): ReferralDetails | null => {
  const described = others[email];
  return described === undefined ? noFriend : described;
};
