import type { AccountSeed, DaysFromNow } from '../account.ts';
import { deriveId } from '../derive-ids.ts';

const group = 'Ways of signing in';

const social = (email: string, vendor: string, description: string): AccountSeed => ({
  email,
  group,
  description,
  login: { vendor, id: deriveId(vendor, email) },
});

export const signInAccounts = (_at: DaysFromNow): AccountSeed[] => [
  social('google@example.com', 'google', 'Signed in with Google: the vendor’s icon in place of Change email.'),
  social('apple@example.com', 'apple', 'Signed in with Apple: the vendor’s icon in place of Change email.'),
  social('facebook@example.com', 'facebook', 'Signed in with Facebook, which is no longer offered: the icon remains.'),
  {
    email: 'account-code@example.com',
    group,
    description: 'Signs in by its account code on /enter/account-code (login vendor code).',
    login: { vendor: 'code' },
  },
  {
    email: 'unverified@example.com',
    group,
    description: 'Email not verified: email_can_be_verified is true.',
    emailVerified: false,
  },
  {
    email: 'no-email@example.com',
    group,
    description: 'Login by email without an email: “No email yet”, no change. Sign in by its token or account code.',
    emailVerified: false,
    emailIsSet: false,
    // The address above is only its name in the sandbox.
    overrides: { email: '' },
  },
];
