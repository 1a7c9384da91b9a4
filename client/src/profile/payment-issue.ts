import type { Profile } from '#shared/profile.ts';

/** Whether the last payment failed, so that its owner has to look at it. product.md §4 */
export const hasPaymentIssue = ({ state, payment_data: data }: Pick<Profile, 'state' | 'payment_data'>): boolean =>
  state === 'billing_retry_period' || state === 'grace_period' || data?.payment_status === 'failed';
