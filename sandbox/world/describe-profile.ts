import type { Account, PaymentMethod, Subscription } from './account.ts';
import type { Clock } from './clock.ts';
import { deriveId } from './derive-ids.ts';

/** The profile in the upstream's shape. product.md §3 */
export function describeProfile(account: Account, clock: Clock, withPaymentData: boolean): Record<string, unknown> {
  const formatDate = account.epochDates ? formatMilliseconds(clock) : formatText(clock);
  return {
    account_id: account.id,
    email: account.email,
    ...(account.fullName === null ? {} : { full_name: account.fullName }),
    registration_date: account.epochDates
      ? Math.floor(clock.toBrowserTime(account.registeredAt) / 1000)
      : formatDate(account.registeredAt),
    locale: account.locale,
    picture: account.picture,
    role: account.role,
    type: account.type,
    state: account.state,
    marked_for_termination: account.deletion !== null,
    device_limit: account.deviceLimit,
    devices: account.devices.map(({ id, model, name, platform }) => ({ id, model, name, platform })),
    diia_verified: account.diiaVerified,
    email_can_be_verified: account.emailIsSet && !account.emailVerified,
    email_verified: account.emailVerified,
    is_email_set: account.emailIsSet,
    is_password_set: false,
    oauth_credentials: account.login,
    pay_as_you_go_profile: account.payAsYouGo && {
      balance: account.payAsYouGo.balance,
      ...(account.payAsYouGo.currency === undefined ? {} : { currency: account.payAsYouGo.currency }),
      expiration_date: formatDate(account.payAsYouGo.expiresAt),
    },
    ...(withPaymentData ? { payment_data: describePayment(account) } : {}),
    referral: {
      referral_url: `https://skerry.example/r/${deriveId('referral', account.id).slice(0, 8)}`,
      referrals_count: account.referral.count,
      referrals_limit: account.referral.limit,
      ...(account.referral.referrerId === undefined ? {} : { referrer_id: account.referral.referrerId }),
    },
    subscription: account.subscription && describeSubscription(account.subscription, formatDate),
    user_settings: { newsletters_enabled: account.newsletters },
    ...account.overrides,
  };
}

type FormatDate = (time: number | null) => string | number | null;

const formatText =
  (clock: Clock): FormatDate =>
  (time) =>
    time === null ? null : clock.toIso(time);

const formatMilliseconds =
  (clock: Clock): FormatDate =>
  (time) =>
    time === null ? null : clock.toBrowserTime(time);

function describePayment({ payment }: Account) {
  return {
    payment_method: payment.method && describeMethod(payment.method),
    payment_method_exists: payment.method !== null,
    payment_status: payment.status,
    payment_status_msg: payment.message,
  };
}

function describeMethod(method: PaymentMethod) {
  return {
    vendor: method.vendor,
    can_edited: method.editable,
    card_masked_number: method.cardMaskedNumber ?? '',
    card_type: method.cardType ?? 'other',
    payment_source_id: deriveId('payment source', `${method.vendor}:${method.cardMaskedNumber ?? ''}`),
    paypal_email_masked: method.paypalEmailMasked ?? '',
  };
}

function describeSubscription(subscription: Subscription, formatDate: FormatDate) {
  return {
    id: subscription.id,
    name: subscription.name,
    sku: subscription.sku,
    price: subscription.price,
    vendor: subscription.vendor,
    hasActiveSubscription: subscription.active,
    billing_date: formatDate(subscription.billingAt),
    expiration_date: formatDate(subscription.expiresAt),
    end_grace_period_date: formatDate(subscription.graceEndsAt),
    subscriptionCancellable: subscription.cancellable,
    subscriptionRenewable: subscription.renewable,
    subscriptionActivationInProgress: subscription.activation !== 'none',
  };
}
