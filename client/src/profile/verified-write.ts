import { useRef, useState } from 'react';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { refresh } from '../api/read.ts';
import { isServiceSilent, RequestProblem } from '../api/request-problem.ts';
import type { TextKey } from '../i18n/i18n.ts';
import { rememberSession } from '../session/remember-session.ts';
import { notifyTabs } from '../session/tabs.ts';
import { browserStorage } from '../storage.ts';
import { refetchProfile } from './use-profile.ts';
import { useToastIfLeft } from './use-toast-if-left.ts';

export type WriteState = 'idle' | 'running' | WriteOutcome['kind'];

/**
 * The state of a billing write, one at a time.
 * @param name identifies the write and its subscription, so that an unknown outcome survives closing the dialog
 * @param options.acrossPages whether other tabs, and this one after a reload, know of it; `wasApplied` must not compare
 * with the profile before
 * @param options.wasDoneBefore whether the profile shows, after a refusal, that another page had done the same before
 * @param options.textsIfLeft say a failure, or an unknown outcome, in a toast if the user has left
 */
export function useVerifiedWrite(
  name: string,
  wasApplied: WasApplied,
  { textsIfLeft, ...options }: WriteOptions & { readonly textsIfLeft: Readonly<Record<'failed' | 'unknown', TextKey>> },
) {
  const [state, setState] = useState<WriteState>(() => (isOutcomePending(name) ? 'unknown' : 'idle'));
  const [problem, setProblem] = useState<unknown>(null);
  const running = useRef(false);
  const prepareToast = useToastIfLeft();
  const settle = async (attempt: () => Promise<WriteOutcome>) => {
    if (running.current) return 'running';
    running.current = true;
    setState('running');
    const toastIfLeft = prepareToast();
    const outcome = await attempt();
    running.current = false;
    setState(outcome.kind);
    setProblem(outcome.kind === 'failed' ? outcome.problem : null);
    // The browser's Back closes a dialog without the reload that follows it.
    if (outcome.kind === 'done') void refresh(calls.profile);
    else toastIfLeft(textsIfLeft[outcome.kind]);
    return outcome.kind;
  };
  return {
    state,
    /** The cause of a failure. */
    problem,
    run: (write: () => Promise<unknown>) =>
      settle(async () =>
        // Another tab may have begun meanwhile.
        isOutcomePending(name) ? { kind: 'unknown' } : runVerifiedWrite(name, write, wasApplied, options),
      ),
    /** After an unknown outcome: checks the profile again. */
    check: () => settle(() => recheckWrite(name, wasApplied)),
  };
}

/**
 * `failed`: nothing changed, and the user may retry. `unknown`: the profile could not be read, or does not show the
 * write, which may still be applied; `recheckWrite` tries again.
 */
export type WriteOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: unknown }
  | { readonly kind: 'unknown' };

/** Whether a fresh profile shows that the write was applied. */
export type WasApplied = (profile: Profile) => boolean;

interface WriteOptions {
  readonly acrossPages?: boolean;
  readonly wasDoneBefore?: WasApplied;
}

interface SentWrite {
  /** Settles with the response. */
  readonly sent: Promise<unknown>;
  /** May compare with the profile before the write. */
  readonly wasApplied: WasApplied;
  isPending: boolean;
  /** When it was sent, or its response was lost, in epoch milliseconds; 0 once its outcome is known. */
  pendingSince: number;
}

// Module state, because a reopened dialog must not offer a write that is running, or whose outcome is unknown. The last
// one of each name stays: a dialog that was reopened meanwhile may ask about it later.
const writes = new Map<string, SentWrite>();

/** How long the upstream may still be at work after a page has sent a write, or lost its response. */
const longestMs = 30_000;

/** Holds when that was, in epoch milliseconds: for other tabs, and for this one after a reload. */
const storageKey = (name: string): string => `running_write ${name}`;

/** Whether the upstream may still apply a write that was sent, or whose response was lost, at this time. */
export function mayStillBeApplied(pendingSince: number): boolean {
  const age = Date.now() - pendingSince;
  return age >= 0 && age < longestMs;
}

/** Whether it may still apply a write that this browser has sent. */
const mayBeRunning = (name: string): boolean =>
  mayStillBeApplied(writes.get(name)?.pendingSince ?? 0) ||
  mayStillBeApplied(Number(browserStorage.read(storageKey(name)) ?? 0));

/** Whether this page has sent the write since it was loaded. */
export const hasSent = (name: string): boolean => writes.has(name);

/** Whether a write is running, or its outcome is unknown. */
export const isOutcomePending = (name: string): boolean => writes.get(name)?.isPending === true || mayBeRunning(name);

/**
 * Sends a billing write and determines its outcome: if the response is lost, the profile decides whether the action may
 * be offered again. decisions.md §4
 * @param name identifies the write and its subscription
 * @param options.acrossPages as in `useVerifiedWrite`, and so is `wasDoneBefore`
 * @param options.changesNothing it may be repeated as soon as the profile can be read
 */
export async function runVerifiedWrite(
  name: string,
  write: () => Promise<unknown>,
  wasApplied: WasApplied,
  { acrossPages, wasDoneBefore, changesNothing }: WriteOptions & { readonly changesNothing?: boolean } = {},
): Promise<WriteOutcome> {
  const isSameSession = rememberSession();
  const sentWrite = { sent: write(), wasApplied, isPending: true, pendingSince: 0 };
  writes.set(name, sentWrite);
  const notePending = () => {
    sentWrite.pendingSince = Date.now();
    if (acrossPages) browserStorage.write(storageKey(name), String(sentWrite.pendingSince));
  };
  notePending();
  try {
    await sentWrite.sent;
    endWrite(name);
    return { kind: 'done' };
  } catch (problem) {
    if (!isOutcomeUnknown(problem)) {
      endWrite(name);
      const profile = wasDoneBefore ? await readFreshProfile(isSameSession) : null;
      return profile && wasDoneBefore?.(profile) ? confirmDone() : { kind: 'failed', problem };
    }
    if (changesNothing) sentWrite.pendingSince = 0;
    else notePending();
    return checkProfile(name, wasApplied, problem, isSameSession);
  }
}

/** Its outcome is known. */
function endWrite(name: string): void {
  const sentWrite = writes.get(name);
  if (sentWrite) Object.assign(sentWrite, { isPending: false, pendingSince: 0 });
  browserStorage.remove(storageKey(name));
}

/** Whether a write may have been applied although it failed, after a timeout or a lost connection. */
export function isOutcomeUnknown(problem: unknown): boolean {
  // A proxy that responds with a 429 has not passed the call on.
  if (!(problem instanceof RequestProblem) || problem.notSent || problem.status === 429) return false;
  return [408, 502, 503, 504].includes(problem.status) || isServiceSilent(problem);
}

/** The same after an error of the upstream, which may have failed after the write. */
export const mayBeApplied = (problem: unknown): boolean =>
  isOutcomeUnknown(problem) || (problem instanceof RequestProblem && problem.status >= 500);

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

/**
 * After an unknown outcome: checks the profile again, once the response has come or is lost.
 * @param wasApplied for a write that another page has sent
 */
export async function recheckWrite(name: string, wasApplied: WasApplied = () => false): Promise<WriteOutcome> {
  const isSameSession = rememberSession();
  const sentWrite = writes.get(name);
  await sentWrite?.sent.catch(() => undefined);
  return checkProfile(name, sentWrite?.wasApplied ?? wasApplied, null, isSameSession);
}

/** Null in another session, where the profile is the next account's. */
async function readFreshProfile(isSameSession: () => boolean): Promise<Profile | null> {
  const profile = isSameSession() ? await refetchProfile().catch(() => null) : null;
  return isSameSession() ? profile : null;
}

async function checkProfile(
  name: string,
  wasApplied: WasApplied,
  problem: unknown,
  isSameSession: () => boolean,
): Promise<WriteOutcome> {
  const profile = await readFreshProfile(isSameSession);
  if (profile === null) return { kind: 'unknown' };
  const applied = wasApplied(profile);
  if (!applied && mayBeRunning(name)) return { kind: 'unknown' };
  endWrite(name);
  return applied ? confirmDone() : { kind: 'failed', problem };
}

/** The profile shows what a failed write has done: `write` has not told the other tabs. */
function confirmDone(): WriteOutcome {
  notifyTabs('changed');
  return { kind: 'done' };
}
