import { useRef, useState } from 'react';
import type { Profile } from '#shared/profile.ts';
import { isOutcomeUnknown } from '../api/request-problem.ts';
import { refetchProfile } from './use-profile.ts';

export type WriteState = 'idle' | 'running' | WriteOutcome['kind'];

/**
 * A billing write from its button: one at a time, and what became of it.
 * @param name says which write for which subscription; one that is unknown still is so when its dialog opens again
 */
export function useVerifiedWrite(name: string, write: () => Promise<unknown>, wasApplied: WasApplied) {
  const [state, setState] = useState<WriteState>(() => (isOutcomePending(name) ? 'unknown' : 'idle'));
  const [problem, setProblem] = useState<unknown>(null);
  const running = useRef(false);
  const settle = async (attempt: () => Promise<WriteOutcome>) => {
    if (running.current) return 'running';
    running.current = true;
    setState('running');
    const outcome = await attempt();
    running.current = false;
    setState(outcome.kind);
    setProblem(outcome.kind === 'failed' ? outcome.problem : null);
    return outcome.kind;
  };
  return {
    state,
    /** Why it failed. */
    problem,
    run: () => settle(() => runVerifiedWrite(name, write, wasApplied)),
    /** After an unknown outcome: reads the profile once more. */
    check: () => settle(() => recheckWrite(name)),
  };
}

/** `failed`: nothing has changed, and the action may be offered again. `unknown`: nobody could say; `recheckWrite` asks once more. */
export type WriteOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: unknown }
  | { readonly kind: 'unknown' };

/** Reads from a fresh profile whether a write was carried out. */
export type WasApplied = (profile: Profile) => boolean;

// Outside of the dialogs: one that is closed and opened again must not offer a write of which nobody knows yet. What
// reads the profile is kept as it was, for it may compare with the profile from before the write.
const unsettled = new Map<string, WasApplied>();

/** Whether nobody could say so far what became of a write. */
export const isOutcomePending = (name: string): boolean => unsettled.has(name);

/**
 * Makes a billing write and finds out what became of it: where the answer is lost the profile is read again before the
 * action can be offered once more. decisions.md §4
 * @param name says which write for which subscription
 */
export async function runVerifiedWrite(
  name: string,
  write: () => Promise<unknown>,
  wasApplied: WasApplied,
): Promise<WriteOutcome> {
  try {
    await write();
    return { kind: 'done' };
  } catch (problem) {
    return isOutcomeUnknown(problem) ? await lookUp(name, problem, wasApplied) : { kind: 'failed', problem };
  }
}

/** After an unknown outcome: asks the profile once more what became of the write. */
export const recheckWrite = (name: string): Promise<WriteOutcome> =>
  lookUp(name, null, unsettled.get(name) ?? (() => false));

async function lookUp(name: string, problem: unknown, wasApplied: WasApplied): Promise<WriteOutcome> {
  unsettled.set(name, wasApplied);
  const profile = await refetchProfile().catch(() => null);
  if (profile === null) return { kind: 'unknown' };
  unsettled.delete(name);
  return wasApplied(profile) ? { kind: 'done' } : { kind: 'failed', problem };
}
