import { readDate } from '#shared/date.ts';
import type { Device } from '#shared/devices.ts';
import type {
  OauthCredentials,
  PaymentData,
  PaymentMethod,
  Price,
  Profile,
  ProfileResponse,
  Referral,
  Subscription,
} from '#shared/profile.ts';
import {
  paymentMethodVendors,
  profileStates,
  profileTypes,
  readLoginVendor,
  subscriptionVendors,
} from '#shared/wire-values.ts';
import { RequestProblem } from '../api/request-problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes any profile response safe to show: absent lists are empty, absent numbers 0, unknown values the safe variant.
 * The result satisfies the schema, except for the open spelling of a device's platform. decisions.md §4
 * @throws {RequestProblem} without a profile
 */
export function normalizeProfileResponse(response: unknown): ProfileResponse {
  const profile = toFields(toFields(response)?.profile);
  if (!profile) throw new RequestProblem(502, null, null, null);
  return { profile: normalizeProfile(profile) };
}

function normalizeProfile(fields: Fields): Profile {
  return {
    account_id: toText(fields.account_id) ?? '',
    email: toText(fields.email) ?? '',
    full_name: toText(fields.full_name),
    registration_date: toTimestamp(fields.registration_date) ?? 0,
    locale: toText(fields.locale),
    picture: toText(fields.picture),
    role: toText(fields.role),
    type: oneOf(profileTypes, fields.type) ?? 'unknown_profile_type',
    state: oneOf(profileStates, fields.state) ?? 'unknown_profile_state',
    marked_for_termination: fields.marked_for_termination === true,
    device_limit: toLimit(fields.device_limit),
    devices: normalizeDevices(fields.devices),
    diia_verified: fields.diia_verified === true,
    email_can_be_verified: fields.email_can_be_verified === true,
    email_verified: fields.email_verified === true,
    // Absent is not false: accounts with an email may lack the flag.
    is_email_set: typeof fields.is_email_set === 'boolean' ? fields.is_email_set : undefined,
    is_password_set: fields.is_password_set === true,
    oauth_credentials: normalizeCredentials(toFields(fields.oauth_credentials)),
    pay_as_you_go_profile: normalizeBalance(toFields(fields.pay_as_you_go_profile)),
    payment_data: normalizePaymentData(toFields(fields.payment_data)),
    referral: normalizeReferral(toFields(fields.referral)),
    subscription: normalizeSubscription(toFields(fields.subscription)),
    user_settings: { newsletters_enabled: toFields(fields.user_settings)?.newsletters_enabled === true },
  };
}

/** Drops what cannot be shown or unlinked: entries without an id, and repeated ids. */
function normalizeDevices(list: unknown): Device[] {
  const seen = new Set<string>();
  return (Array.isArray(list) ? list : []).flatMap((entry): Device[] => {
    const fields = toFields(entry);
    const id = toText(fields?.id);
    if (!fields || !id || seen.has(id)) return [];
    seen.add(id);
    const model = toText(fields.model);
    const platform = toText(fields.platform) ?? '';
    return [{ id, name: toText(fields.name) || model || platform, model, platform: platform as Device['platform'] }];
  });
}

function normalizeCredentials(fields: Fields | null): OauthCredentials | null {
  const vendor = toText(fields?.vendor);
  if (!vendor || !readLoginVendor(vendor)) return null;
  return { vendor: vendor as OauthCredentials['vendor'], id: toText(fields?.id) };
}

const normalizeBalance = (fields: Fields | null): Profile['pay_as_you_go_profile'] =>
  fields && {
    balance: toText(fields.balance) || '0',
    currency: toText(fields.currency),
    expiration_date: toTimestamp(fields.expiration_date),
  };

const normalizePaymentData = (fields: Fields | null): PaymentData | null =>
  fields && {
    payment_method: normalizePaymentMethod(toFields(fields.payment_method)),
    payment_method_exists: fields.payment_method_exists === true,
    payment_status: toText(fields.payment_status),
    payment_status_msg: toText(fields.payment_status_msg),
  };

/** A method of an unknown vendor is not shown. product.md §4 */
function normalizePaymentMethod(fields: Fields | null): PaymentMethod | null {
  const vendor = oneOf(paymentMethodVendors, fields?.vendor);
  if (!fields || !vendor) return null;
  return {
    vendor,
    can_edited: fields.can_edited === true,
    card_masked_number: toText(fields.card_masked_number),
    card_type: oneOf(['visa', 'mastercard', 'other'], fields.card_type),
    payment_source_id: toText(fields.payment_source_id),
    paypal_email_masked: toText(fields.paypal_email_masked),
  };
}

const normalizeReferral = (fields: Fields | null): Referral | null =>
  fields && {
    referral_url: toText(fields.referral_url) ?? '',
    referrals_count: toCount(fields.referrals_count) ?? 0,
    referrals_limit: toLimit(fields.referrals_limit) ?? 0,
    referrer_id: toText(fields.referrer_id),
  };

function normalizeSubscription(fields: Fields | null): Subscription | null {
  if (!fields) return null;
  const id = toText(fields.id) ?? '';
  return {
    id,
    name: toText(fields.name),
    sku: toText(fields.sku),
    price: normalizePrice(toFields(fields.price)),
    vendor: oneOf(subscriptionVendors, fields.vendor) ?? 'unknown',
    hasActiveSubscription: fields.hasActiveSubscription === true,
    billing_date: toTimestamp(fields.billing_date),
    expiration_date: toTimestamp(fields.expiration_date),
    end_grace_period_date: toTimestamp(fields.end_grace_period_date),
    // Both calls need the id.
    subscriptionCancellable: id !== '' && fields.subscriptionCancellable === true,
    subscriptionRenewable: id !== '' && fields.subscriptionRenewable === true,
    subscriptionActivationInProgress: fields.subscriptionActivationInProgress === true,
  };
}

/** Without a currency or a whole amount there is no price to name. */
function normalizePrice(fields: Fields | null): Price | null {
  const currency = toText(fields?.currency)?.trim();
  const amount = toText(fields?.amount);
  return currency && amount && /^\d+$/.test(amount) ? { currency, amount } : null;
}

const toFields = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return Number.isFinite(value) ? String(value) : null;
}

function toCount(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? Math.max(number as number, 0) : null;
}

/** The page draws one element per slot or invite: a broken limit must not freeze it. */
const maxLimit = 1_000;

function toLimit(value: unknown): number | null {
  const count = toCount(value);
  return count && Math.min(count, maxLimit);
}

function toTimestamp(value: unknown): string | number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return readDate(value) && value;
}

const oneOf = <const Value>(values: readonly Value[], value: unknown): Value | null =>
  values.find((candidate) => candidate === value) ?? null;
