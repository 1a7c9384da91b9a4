import type { AccountSeed, DaysFromNow } from '../account.ts';
import { citizenAccounts } from './citizens.ts';
import { deletedAccounts } from './deleted.ts';
import { deviceAccounts } from './device-lists.ts';
import { everydayAccounts } from './everyday.ts';
import { freeAccounts } from './free.ts';
import { oddAccounts } from './odd.ts';
import { payingAccounts } from './paying.ts';
import { referralAccounts } from './referrals.ts';
import { signInAccounts } from './sign-ins.ts';
import { storeBilledAccounts } from './store-billed.ts';
import { troubledAccounts } from './troubled.ts';
import { otherTypeAccounts } from './types.ts';

/** Every ready-made account, in the order of the console. */
export const describeReadyAccounts = (at: DaysFromNow): AccountSeed[] => [
  ...everydayAccounts(at),
  ...freeAccounts(at),
  ...payingAccounts(at),
  ...troubledAccounts(at),
  ...storeBilledAccounts(at),
  ...otherTypeAccounts(at),
  ...citizenAccounts(at),
  ...signInAccounts(at),
  ...deviceAccounts(at),
  ...referralAccounts(at),
  ...deletedAccounts(at),
  ...oddAccounts(at),
];
