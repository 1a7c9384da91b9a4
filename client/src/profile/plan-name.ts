import type { Profile } from '#shared/profile.ts';
import type { ProfileType } from '#shared/wire-values.ts';
import { isVerifiedCitizen } from './profile-rules.ts';

/** The plans on sale, by the prefix of their sku. decisions.md §4 */
const soldPlans = { tourist: 'Tourist', binge: 'Binge', 'power-user': 'Power User' } as const;

/** A fixed name, or the key of a translated one. */
export type PlanName = { readonly name: string } | { readonly key: PlanKey };

type PlanKey = 'plan.free' | 'plan.guest' | 'plan.payAsYouGo' | 'plan.premium' | 'plan.promo' | 'plan.setapp';

/** Null: the name comes from the subscription. */
const keys: Readonly<Record<ProfileType, PlanKey | null>> = {
  unknown_profile_type: null,
  free: 'plan.free',
  subscription: null,
  pay_as_you_go: 'plan.payAsYouGo',
  promo: 'plan.promo',
  setapp: 'plan.setapp',
  guest: 'plan.guest',
  diia: 'plan.premium',
};

/** The name of an account's plan. A paid plan takes precedence over being free, a guest or a verified citizen. */
export function planName(profile: Pick<Profile, 'type' | 'subscription' | 'diia_verified'>): PlanName {
  const { type, subscription } = profile;
  const bought = subscription?.hasActiveSubscription || subscription?.subscriptionActivationInProgress;
  if (!bought && type !== 'setapp' && isVerifiedCitizen(profile)) return { key: 'plan.premium' };
  const key = keys[type] ?? null;
  if (key !== null && !(bought && (type === 'free' || type === 'guest'))) return { key };
  if (subscription?.vendor === 'diia') return { key: 'plan.premium' };
  const name = readSku(subscription?.sku)?.name ?? subscription?.name;
  if (name) return { name };
  return { key: bought || type === 'subscription' ? 'plan.premium' : 'plan.free' };
}

/** `power-user-3m…` → Power User, three months; null for an unknown sku. product.md §3 */
export function readSku(sku: string | null | undefined): { readonly name: string; readonly months: 1 | 3 } | null {
  const match = /^(tourist|binge|power-user)-([13])m/.exec(sku ?? '');
  if (!match) return null;
  return { name: soldPlans[match[1] as keyof typeof soldPlans], months: match[2] === '3' ? 3 : 1 };
}
