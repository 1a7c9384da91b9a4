import { useEffect } from 'react';
import type { Profile } from '#shared/profile.ts';
import type { WriteState } from '../../profile/verified-write.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { hasPlanChanged, wasRenewedBefore } from './plan-status.ts';

interface PlanQuestion {
  /** The profile when the question was asked. */
  readonly before: Profile;
  readonly profile: Profile;
  readonly state: WriteState;
  readonly onClose: () => void;
}

/**
 * Closes a question about the plan once another tab or browser has changed the plan, and says so: an answer would be
 * about a plan that the question does not describe.
 */
export function useCloseWhenOutdated({ before, profile, state, onClose }: PlanQuestion): void {
  const isOutdated = (state === 'idle' || state === 'failed') && hasPlanChanged(before, profile);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once.
  useEffect(() => {
    if (!isOutdated) return;
    showToast('ok', wasRenewedBefore(before)(profile) ? 'toast.renewed' : 'toast.planChanged');
    onClose();
  }, [isOutdated]);
}
