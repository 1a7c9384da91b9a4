import { useRef, useState } from 'react';
import type { Profile } from '#shared/profile.ts';
import { checkWrite, settleWrite, type WriteOutcome } from './settle-write.ts';

export type WriteState = 'idle' | 'running' | WriteOutcome['kind'];

/** A billing write from its button: one at a time, and what became of it. */
export function useSettledWrite(write: () => Promise<unknown>, hasHappened: (profile: Profile) => boolean) {
  const [state, setState] = useState<WriteState>('idle');
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
    run: () => settle(() => settleWrite(write, hasHappened)),
    /** After an unknown outcome: reads the profile once more. */
    check: () => settle(() => checkWrite(null, hasHappened)),
  };
}
