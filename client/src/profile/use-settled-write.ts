import { useRef, useState } from 'react';
import { checkWrite, type HasHappened, isUnsettled, settleWrite, type WriteOutcome } from './settle-write.ts';

export type WriteState = 'idle' | 'running' | WriteOutcome['kind'];

/**
 * A billing write from its button: one at a time, and what became of it.
 * @param name says which write for which subscription; one that is unknown still is so when its dialog opens again
 */
export function useSettledWrite(name: string, write: () => Promise<unknown>, hasHappened: HasHappened) {
  const [state, setState] = useState<WriteState>(() => (isUnsettled(name) ? 'unknown' : 'idle'));
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
    run: () => settle(() => settleWrite(name, write, hasHappened)),
    /** After an unknown outcome: reads the profile once more. */
    check: () => settle(() => checkWrite(name)),
  };
}
