import type { Profile } from '#shared/profile.ts';

/** Whether the account belongs to a device instead of a person: its email is generated. product.md §3 */
export const isAnonymous = ({ email }: Pick<Profile, 'email'>, anonymousEmailDomain: string): boolean =>
  ['@', '.'].some((mark) => email.toLowerCase().endsWith(mark + anonymousEmailDomain.toLowerCase()));

/** Whether the last payment failed, and no newer one is being confirmed. product.md §4 */
export const hasPaymentIssue = ({
  state,
  payment_data: data,
  subscription,
}: Pick<Profile, 'state' | 'payment_data' | 'subscription'>): boolean =>
  !subscription?.subscriptionActivationInProgress &&
  (state === 'billing_retry_period' || state === 'grace_period' || data?.payment_status === 'failed');

/** Whether the national service verified the user. product.md §3 */
export const isVerifiedCitizen = (profile: Pick<Profile, 'diia_verified' | 'subscription'>): boolean =>
  profile.diia_verified === true || profile.subscription?.vendor === 'diia';
