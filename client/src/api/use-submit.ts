import { useRef, useState } from 'react';
import { describeProblem, type ProblemText } from './describe-problem.ts';

interface SubmitState {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly problem: ProblemText | null;
}

const idle: SubmitState = { status: 'idle', problem: null };

/**
 * The state of one form or button that sends a request. A submit does nothing while another runs, nor after a success
 * until `reset`: the page that follows may not be there yet.
 */
export function useSubmit() {
  const [state, setState] = useState(idle);
  const closed = useRef(false);
  return {
    ...state,
    /** @param showFailure returns true for a failure that the caller shows; any other is described in `problem` */
    async submit(work: () => Promise<unknown>, showFailure?: (failure: unknown) => boolean): Promise<void> {
      if (closed.current) return;
      closed.current = true;
      setState({ status: 'running', problem: null });
      try {
        await work();
        setState({ status: 'done', problem: null });
      } catch (failure) {
        closed.current = false;
        setState({ status: 'failed', problem: showFailure?.(failure) ? null : describeProblem(failure) });
      }
    },
    reset(): void {
      closed.current = false;
      setState(idle);
    },
  };
}
