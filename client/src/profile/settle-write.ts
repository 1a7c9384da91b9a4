import type { Profile } from '#shared/profile.ts';
import { isOutcomeUnknown } from './outcome-unknown.ts';
import { readProfileAgain } from './use-profile.ts';

/** `failed`: nothing has changed, and the action may be offered again. `unknown`: nobody could say; `checkWrite` asks once more. */
export type WriteOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: unknown }
  | { readonly kind: 'unknown' };

/**
 * Makes a billing write and finds out what became of it: where the answer is lost the profile is read again before the
 * action can be offered once more. decisions.md §4
 * @param hasHappened reads from a fresh profile whether the write was carried out
 */
export async function settleWrite(
  write: () => Promise<unknown>,
  hasHappened: (profile: Profile) => boolean,
): Promise<WriteOutcome> {
  try {
    await write();
    return { kind: 'done' };
  } catch (problem) {
    return isOutcomeUnknown(problem) ? await checkWrite(problem, hasHappened) : { kind: 'failed', problem };
  }
}

/** Asks the profile what became of a write. */
export async function checkWrite(problem: unknown, hasHappened: (profile: Profile) => boolean): Promise<WriteOutcome> {
  const profile = await readProfileAgain().catch(() => null);
  if (profile === null) return { kind: 'unknown' };
  return hasHappened(profile) ? { kind: 'done' } : { kind: 'failed', problem };
}
