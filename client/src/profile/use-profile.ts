import { useEffect } from 'react';
import { calls } from '#shared/calls.ts';
import { profileQuery } from '#shared/early-reads.ts';
import type { Profile } from '#shared/profile.ts';
import { refresh, updateCache, useRead } from '../api/read.ts';
import { type RequestOptions, request } from '../api/request.ts';
import { normalizeProfileResponse } from './normalize-profile.ts';

/** The profile with its payment data, shared by everything on the page. Safe to show whatever the response lacks. */
export const useProfile = () => useRead(calls.profile, profileQuery, normalizeProfileResponse);

/** Reads the profile once, outside the cache. */
export async function readProfile(options?: RequestOptions): Promise<Profile> {
  return normalizeProfileResponse(await request(calls.profile, undefined, options)).profile;
}

/** Loads the profile again and updates it everywhere. Rejects when it cannot be read. */
export async function refetchProfile(): Promise<Profile> {
  const profile = await readProfile({ query: profileQuery });
  await updateCache(calls.profile, () => ({ profile }));
  return profile;
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
