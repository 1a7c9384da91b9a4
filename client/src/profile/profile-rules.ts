import type { Price, Profile } from '#shared/profile.ts';

/** Whether the account belongs to a device instead of a person: its email is generated. product.md §3 */
export const isAnonymous = ({ email }: Pick<Profile, 'email'>, anonymousEmailDomain: string): boolean =>
  ['@', '.'].some((mark) => email.toLowerCase().endsWith(mark + anonymousEmailDomain.toLowerCase()));

/** Whether the account belongs to a guest. decisions.md §4, Values */
export const isGuest = ({ type, role }: Pick<Profile, 'type' | 'role'>): boolean =>
  type === 'guest' || role === 'account_role_guest';

/** What names an account to its user: its email, or its id without one. */
export const accountLabel = ({ email, account_id }: Pick<Profile, 'email' | 'account_id'>): string =>
  email || account_id;

/** Whether a payment is overdue, and the plan ends unless it succeeds. */
export const isPaymentOverdue = (state: Profile['state']): boolean =>
  state === 'grace_period' || state === 'billing_retry_period';

/** Whether the last payment failed, and no newer one is being confirmed. product.md §4 */
export const hasPaymentIssue = ({
  state,
  payment_data: data,
  subscription,
}: Pick<Profile, 'state' | 'payment_data' | 'subscription'>): boolean =>
  !subscription?.subscriptionActivationInProgress && (isPaymentOverdue(state) || data?.payment_status === 'failed');

/** Whether the national service verified the user. product.md §3 */
export const isVerifiedCitizen = (profile: Pick<Profile, 'diia_verified' | 'subscription'>): boolean =>
  profile.diia_verified === true || profile.subscription?.vendor === 'diia';

export const isPriced = (price: Price | null | undefined): price is Price => price != null && Number(price.amount) > 0;
