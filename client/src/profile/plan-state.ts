import type { Profile } from '#shared/profile.ts';
import { type ProfileState, profileStates } from '#shared/wire-values.ts';
import { hasPaymentIssue } from './profile-rules.ts';

/** The state to show beside the plan: a failed payment counts as an issue while the plan is billed. */
export function planState(profile: Pick<Profile, 'state' | 'payment_data' | 'subscription'>): ProfileState {
  const { state } = profile;
  const billed = state === 'active' || state === 'new_account' || state === 'trial';
  if (billed && hasPaymentIssue(profile)) return 'billing_retry_period';
  return profileStates.includes(state) ? state : 'unknown_profile_state';
}
