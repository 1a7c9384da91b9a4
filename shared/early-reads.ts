import { calls } from './calls.ts';

/**
 * The query of the profile's reads that the page's components share, so that they share one response too. A read that
 * needs no payment data has none.
 */
export const profileQuery = { include_payment_data: 'true' } as const;

/** The address of the profile. The page of the signed-in area requests it before any script is loaded. */
export const profileAddress = `${calls.profile.path}?include_payment_data=${profileQuery.include_payment_data}`;
