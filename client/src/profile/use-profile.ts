import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { updateCache, useRead } from '../api/read.ts';
import { request } from '../api/request.ts';

// One address for all who ask, so that there is one answer to agree on.
const withPaymentData = { include_payment_data: 'true' } as const;

/** The profile with its payment data; shared by everything on the page. */
export const useProfile = () => useRead(calls.profile, withPaymentData);

/** Reads the profile anew, whatever is being shown, and shows the answer everywhere. Rejects when there is none. */
export async function refetchProfile(): Promise<Profile> {
  const answer = await request(calls.profile, undefined, { query: withPaymentData });
  await updateCache(calls.profile, () => answer);
  return answer.profile;
}
