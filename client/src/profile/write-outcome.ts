import type { Profile } from '#shared/profile.ts';
import { isServiceSilent, RequestProblem } from '../api/request-problem.ts';
import { rememberSession } from '../session/remember-session.ts';
import { notifyTabs } from '../session/tabs.ts';
import { refetchProfile } from './use-profile.ts';

/** Whether a fresh profile shows that the write was applied. */
export type WasApplied = (profile: Profile) => boolean;

/** Whether a write may have been applied although it failed, after a timeout or a lost connection. */
export function isOutcomeUnknown(problem: unknown): boolean {
  // A proxy that responds with a 429 has not passed the call on.
  if (!(problem instanceof RequestProblem) || problem.notSent || problem.status === 429) return false;
  return [408, 502, 503, 504].includes(problem.status) || isServiceSilent(problem);
}

/** The same after an error of the upstream, which may have failed after the write. */
export const mayBeApplied = (problem: unknown): boolean =>
  isOutcomeUnknown(problem) || (problem instanceof RequestProblem && problem.status >= 500);

/** How long the upstream may still be at work after a page has sent a write, or lost its response. */
const longestMs = 30_000;

/** Whether the upstream may still apply a write that was sent, or whose response was lost, at this time. */
export function mayStillBeApplied(pendingSince: number): boolean {
  const age = Date.now() - pendingSince;
  return age >= 0 && age < longestMs;
}

/**
 * Sends a write that may be repeated. If it fails, it has succeeded all the same if a fresh profile shows it: the
 * response was lost, or another page has sent the same write before.
 * @throws what the write has thrown
 */
export async function runRepeatableWrite(write: () => Promise<unknown>, wasApplied: WasApplied): Promise<void> {
  const isSameSession = rememberSession();
  try {
    await write();
  } catch (problem) {
    const profile = await readFreshProfile(isSameSession);
    if (profile === null || !wasApplied(profile)) throw problem;
    // `write` has not done so: it has failed.
    notifyTabs('changed');
  }
}

/** Null in another session, where the profile is the next account's. */
export async function readFreshProfile(isSameSession: () => boolean): Promise<Profile | null> {
  const profile = isSameSession() ? await refetchProfile().catch(() => null) : null;
  return isSameSession() ? profile : null;
}
