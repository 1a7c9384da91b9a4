import { useEffect } from 'react';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { refresh, updateCache, useRead } from '../api/read.ts';
import { request } from '../api/request.ts';

// The same query everywhere, so that everything shares one cache entry.
const withPaymentData = { include_payment_data: 'true' } as const;

/** The profile with its payment data, shared by everything on the page. */
export const useProfile = () => useRead(calls.profile, withPaymentData);

/** Loads the profile again and updates it everywhere. Rejects when it cannot be read. */
export async function refetchProfile(): Promise<Profile> {
  const response = await request(calls.profile, undefined, { query: withPaymentData });
  await updateCache(calls.profile, () => response);
  return response.profile;
}

/**
 * Reloads the profile at an interval and when the user returns to the tab. SWR's `refreshInterval` would stop at the
 * first failed read.
 * @param intervalMs null does not poll
 */
export function useProfilePoll(intervalMs: number | null, { whileHidden }: { readonly whileHidden: boolean }): void {
  useEffect(() => {
    if (intervalMs === null) return;
    const refreshIfVisible = () => {
      if (!document.hidden) void refresh(calls.profile);
    };
    const timer = setInterval(whileHidden ? () => void refresh(calls.profile) : refreshIfVisible, intervalMs);
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshIfVisible);
    };
  }, [intervalMs, whileHidden]);
}
