import { confirmCitizenship } from '../../citizenship/confirm-citizenship.ts';
import { type AccountSeed, createAccount, type DaysFromNow } from '../account.ts';

const group = 'Citizenship';

export const citizenAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'verify-me@example.com',
    group,
    description: 'Free and not verified: Verify with Diia, then play the national app behind the QR code.',
  },
  verifiedCitizen(at),
  {
    email: 'citizen-by-vendor@example.com',
    group,
    description: 'Counts as verified because of the subscription’s vendor alone: diia_verified is false.',
    ...pickVerified('citizen-by-vendor@example.com', at),
    diiaVerified: false,
  },
];

function verifiedCitizen(at: DaysFromNow): AccountSeed {
  const email = 'citizen@example.com';
  const description = 'Verified citizen: Premium without end (“Expires on ∞”), no call to action.';
  return { email, group, description, ...pickVerified(email, at) };
}

/** What a verification makes of an account. */
function pickVerified(email: string, at: DaysFromNow) {
  const account = createAccount({ email, group, description: '' }, at);
  confirmCitizenship(account);
  const { type, state, subscription, diiaVerified } = account;
  return { type, state, subscription, diiaVerified };
}
