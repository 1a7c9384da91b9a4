import type { Profile } from '#shared/profile.ts';

/** What each dialog about the plan gets. */
export interface PlanDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}
