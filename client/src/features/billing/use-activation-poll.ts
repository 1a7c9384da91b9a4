import { useEffect, useState } from 'react';
import { calls } from '#shared/calls.ts';
import { refresh } from '../../api/read.ts';

const pollMs = 5_000;

/**
 * While a plan is being activated, reads the profile again and again until it is.
 * @returns whether the activation has completed before the user's eyes
 */
export function useActivationPoll(inProgress: boolean): boolean {
  const [seen, setSeen] = useState(inProgress);
  if (inProgress && !seen) setSeen(true);
  useEffect(() => {
    if (!inProgress) return;
    const timer = setInterval(() => {
      if (!document.hidden) void refresh(calls.profile);
    }, pollMs);
    return () => clearInterval(timer);
  }, [inProgress]);
  return seen && !inProgress;
}
