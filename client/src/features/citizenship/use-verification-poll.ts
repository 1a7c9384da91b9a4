import { useEffect } from 'react';
import { calls } from '#shared/calls.ts';
import { refresh } from '../../api/read.ts';

/** product.md §9 */
const pollMs = 10_000;

/** Looks again and again whether the user has confirmed, and at once when they come back to this tab. */
export function useVerificationPoll(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return;
    const look = () => void refresh(calls.profile);
    const lookIfVisible = () => {
      if (!document.hidden) look();
    };
    const timer = setInterval(look, pollMs);
    document.addEventListener('visibilitychange', lookIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfVisible);
    };
  }, [waiting]);
}
