import { useRef, useState } from 'react';
import { calls } from '#shared/calls.ts';
import { refresh } from '../api/read.ts';
import type { TextKey } from '../i18n/i18n.ts';
import { rememberSession } from '../session/remember-session.ts';
import { notifyTabs } from '../session/tabs.ts';
import { browserStorage } from '../storage.ts';
import { useToastIfLeft } from './use-toast-if-left.ts';
import { isOutcomeUnknown, mayStillBeApplied, readFreshProfile, type WasApplied } from './write-outcome.ts';

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

interface WriteOptions {
  readonly acrossPages?: boolean;
  readonly wasDoneBefore?: WasApplied;
  /** Called once the write is known to be applied; with when it began, in epoch milliseconds. */
  readonly onDone?: (begunAt: number) => void;
}

interface SentWrite {
  /** Settles with the response. */
  readonly sent: Promise<unknown>;
  /** May compare with the profile before the write. */
  readonly wasApplied: WasApplied;
  readonly onDone: () => void;
  isPending: boolean;
  /** When it was sent, or its response was lost, in epoch milliseconds; 0 once its outcome is known. */
  pendingSince: number;
}

// Module state, because a reopened dialog must not offer a write that is running, or whose outcome is unknown. The last
// one of each name stays: a dialog that was reopened meanwhile may ask about it later.
const writes = new Map<string, SentWrite>();

/**
 * Holds when a page has sent the write, or lost its response, in epoch milliseconds: for other tabs, and for this one
 * after a reload.
 */
const storageKey = (name: string): string => `running_write ${name}`;

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
  { acrossPages, wasDoneBefore, changesNothing, onDone }: WriteOptions & { readonly changesNothing?: boolean } = {},
): Promise<WriteOutcome> {
  const isSameSession = rememberSession();
  const begunAt = Date.now();
  const sentWrite = { sent: write(), wasApplied, onDone: () => onDone?.(begunAt), isPending: true, pendingSince: 0 };
  writes.set(name, sentWrite);
  const notePending = () => {
    sentWrite.pendingSince = Date.now();
    if (acrossPages) browserStorage.write(storageKey(name), String(sentWrite.pendingSince));
  };
  notePending();
  try {
    await sentWrite.sent;
    endWrite(name);
    sentWrite.onDone();
    return { kind: 'done' };
  } catch (problem) {
    if (!isOutcomeUnknown(problem)) {
      endWrite(name);
      const profile = wasDoneBefore ? await readFreshProfile(isSameSession) : null;
      return profile && wasDoneBefore?.(profile) ? confirmDone(name) : { kind: 'failed', problem };
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
  return applied ? confirmDone(name) : { kind: 'failed', problem };
}

/** The profile shows what a failed write has done: `write` has not told the other tabs. */
function confirmDone(name: string): WriteOutcome {
  writes.get(name)?.onDone();
  notifyTabs('changed');
  return { kind: 'done' };
}
