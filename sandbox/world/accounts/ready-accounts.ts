import type { AccountSeed, DaysFromNow } from '../account.ts';
import { citizenAccounts } from './citizens.ts';
import { deletedAccounts } from './deleted.ts';
import { deviceAccounts } from './device-lists.ts';
import { everydayAccounts } from './everyday.ts';
import { freeAccounts } from './free.ts';
import { payingAccounts } from './paying.ts';
import { paymentProblemAccounts } from './payment-problems.ts';
import { referralAccounts } from './referrals.ts';
import { signInAccounts } from './sign-ins.ts';
import { storeBilledAccounts } from './store-billed.ts';
import { otherTypeAccounts } from './types.ts';
import { unusualAccounts } from './unusual-profiles.ts';

/** Every ready-made account, in the order of the console. */
export const describeReadyAccounts = (at: DaysFromNow): AccountSeed[] => [
  ...everydayAccounts(at),
  ...freeAccounts(at),
  ...payingAccounts(at),
  ...paymentProblemAccounts(at),
  ...storeBilledAccounts(at),
  ...otherTypeAccounts(at),
  ...citizenAccounts(at),
  ...signInAccounts(at),
  ...deviceAccounts(at),
  ...referralAccounts(at),
  ...deletedAccounts(at),
  ...unusualAccounts(at),
];
