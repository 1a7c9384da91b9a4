import type { Profile } from '#shared/profile.ts';
import { isOutcomeUnknown } from './outcome-unknown.ts';
import { readProfileAgain } from './use-profile.ts';

/** `failed`: nothing has changed, and the action may be offered again. `unknown`: nobody could say; `checkWrite` asks once more. */
export type WriteOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: unknown }
  | { readonly kind: 'unknown' };

/** Reads from a fresh profile whether a write was carried out. */
export type HasHappened = (profile: Profile) => boolean;

// Outside of the dialogs: one that is closed and opened again must not offer a write of which nobody knows yet. What
// reads the profile is kept as it was, for it may compare with the profile from before the write.
const unsettled = new Map<string, HasHappened>();

/** Whether nobody could say so far what became of a write. */
export const isUnsettled = (name: string): boolean => unsettled.has(name);

/**
 * Makes a billing write and finds out what became of it: where the answer is lost the profile is read again before the
 * action can be offered once more. decisions.md §4
 * @param name says which write for which subscription
 */
export async function settleWrite(
  name: string,
  write: () => Promise<unknown>,
  hasHappened: HasHappened,
): Promise<WriteOutcome> {
  try {
    await write();
    return { kind: 'done' };
  } catch (problem) {
    return isOutcomeUnknown(problem) ? await lookUp(name, problem, hasHappened) : { kind: 'failed', problem };
  }
}

/** After an unknown outcome: asks the profile once more what became of the write. */
export const checkWrite = (name: string): Promise<WriteOutcome> =>
  lookUp(name, null, unsettled.get(name) ?? (() => false));

async function lookUp(name: string, problem: unknown, hasHappened: HasHappened): Promise<WriteOutcome> {
  unsettled.set(name, hasHappened);
  const profile = await readProfileAgain().catch(() => null);
  if (profile === null) return { kind: 'unknown' };
  unsettled.delete(name);
  return hasHappened(profile) ? { kind: 'done' } : { kind: 'failed', problem };
}
