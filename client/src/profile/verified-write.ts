import { useRef, useState } from 'react';
import type { Profile } from '#shared/profile.ts';
import { RequestProblem } from '../api/request-problem.ts';
import { rememberSession } from '../session/remember-session.ts';
import { useIsMounted } from '../ui/use-is-mounted.ts';
import { refetchProfile } from './use-profile.ts';

export type WriteState = 'idle' | 'running' | WriteOutcome['kind'];

/**
 * The state of a billing write, one at a time.
 * @param name identifies the write and its subscription, so that an unknown outcome survives closing the dialog
 */
export function useVerifiedWrite(name: string) {
  const [state, setState] = useState<WriteState>(() => (isOutcomePending(name) ? 'unknown' : 'idle'));
  const [problem, setProblem] = useState<unknown>(null);
  const running = useRef(false);
  const isMounted = useIsMounted();
  const settle = async (attempt: () => Promise<WriteOutcome>) => {
    if (running.current) return 'running';
    running.current = true;
    setState('running');
    const outcome = await attempt();
    running.current = false;
    setState(outcome.kind);
    setProblem(outcome.kind === 'failed' ? outcome.problem : null);
    // The dialog that would show it is closed.
    if (outcome.kind === 'done' && !isMounted()) void refetchProfile().catch(() => undefined);
    return outcome.kind;
  };
  return {
    state,
    /** The cause of a failure. */
    problem,
    run: (write: () => Promise<unknown>, wasApplied: WasApplied) =>
      settle(() => runVerifiedWrite(name, write, wasApplied)),
    /** After an unknown outcome: checks the profile again. */
    check: () => settle(() => recheckWrite(name)),
  };
}

/**
 * `failed`: nothing changed, and the user may retry. `unknown`: the profile could not be read; `recheckWrite` tries
 * again.
 */
export type WriteOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: unknown }
  | { readonly kind: 'unknown' };

/** Whether a fresh profile shows that the write was applied. */
export type WasApplied = (profile: Profile) => boolean;

interface SentWrite {
  /** Settles with the response. */
  readonly sent: Promise<unknown>;
  /** May compare with the profile before the write. */
  readonly wasApplied: WasApplied;
  isPending: boolean;
}

// Module state, because a reopened dialog must not offer a write that is running, or whose outcome is unknown. The last
// one of each name stays: a dialog that was reopened meanwhile may ask about it later.
const writes = new Map<string, SentWrite>();

/** Whether a write is running, or its outcome is unknown. */
export const isOutcomePending = (name: string): boolean => writes.get(name)?.isPending === true;

/**
 * Sends a billing write and determines its outcome: if the response is lost, the profile decides whether the action may
 * be offered again. decisions.md §4
 * @param name identifies the write and its subscription
 */
export async function runVerifiedWrite(
  name: string,
  write: () => Promise<unknown>,
  wasApplied: WasApplied,
): Promise<WriteOutcome> {
  const isSameSession = rememberSession();
  const sentWrite = { sent: write(), wasApplied, isPending: true };
  writes.set(name, sentWrite);
  try {
    await sentWrite.sent;
    sentWrite.isPending = false;
    return { kind: 'done' };
  } catch (problem) {
    if (!isOutcomeUnknown(problem)) {
      sentWrite.isPending = false;
      return { kind: 'failed', problem };
    }
    return checkProfile(sentWrite, problem, isSameSession);
  }
}

/** Whether a write may have been applied although its response was lost, after a timeout or a lost connection. */
export const isOutcomeUnknown = (problem: unknown): boolean =>
  problem instanceof RequestProblem && [0, 408, 502, 503, 504].includes(problem.status);

/** After an unknown outcome: checks the profile again, once the response has come or is lost. */
export async function recheckWrite(name: string): Promise<WriteOutcome> {
  const isSameSession = rememberSession();
  const sentWrite = writes.get(name);
  if (!sentWrite) return { kind: 'failed', problem: null };
  await Promise.allSettled([sentWrite.sent]);
  return checkProfile(sentWrite, null, isSameSession);
}

/** In another session the profile is the next account's. */
async function checkProfile(
  sentWrite: SentWrite,
  problem: unknown,
  isSameSession: () => boolean,
): Promise<WriteOutcome> {
  const profile = isSameSession() ? await refetchProfile().catch(() => null) : null;
  if (profile === null || !isSameSession()) return { kind: 'unknown' };
  sentWrite.isPending = false;
  return sentWrite.wasApplied(profile) ? { kind: 'done' } : { kind: 'failed', problem };
}
