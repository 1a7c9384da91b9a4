import { calls } from './calls.ts';

/** The query of every read of the profile, so that all of them share one response. */
export const profileQuery = { include_payment_data: 'true' } as const;

/** The address of the profile. The page of the signed-in area requests it before any script is loaded. */
export const profileAddress = `${calls.profile.path}?include_payment_data=${profileQuery.include_payment_data}`;
