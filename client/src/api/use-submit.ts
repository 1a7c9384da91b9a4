import { useRef, useState } from 'react';
import { describeProblem, type ProblemText } from './describe-problem.ts';

interface SubmitState {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly problem: ProblemText | null;
}

const idle: SubmitState = { status: 'idle', problem: null };

/** The state of one form or button that sends a request. A submit that starts while another is running does nothing. */
export function useSubmit() {
  const [state, setState] = useState(idle);
  const running = useRef(false);
  return {
    ...state,
    /** @param showFailure returns true for a failure that the caller shows itself; any other is described in `problem` */
    async submit(work: () => Promise<unknown>, showFailure?: (failure: unknown) => boolean): Promise<void> {
      if (running.current) return;
      running.current = true;
      setState({ status: 'running', problem: null });
      try {
        await work();
        setState({ status: 'done', problem: null });
      } catch (failure) {
        setState({ status: 'failed', problem: showFailure?.(failure) ? null : describeProblem(failure) });
      } finally {
        running.current = false;
      }
    },
    reset: () => setState(idle),
  };
}
