import type { Profile } from '#shared/profile.ts';
import { findBiller } from '../../profile/biller.ts';
import { hasPaymentIssue, isPriced } from '../../profile/profile-rules.ts';
import { shownPaymentMethod } from '../../profile/shown-payment-method.ts';
import type { PlanStatus } from './plan-status.ts';
import type { PaymentIssue } from './plan-view.ts';

/** The failed payment that the billing section shows; null without one. */
export function findPaymentIssue(profile: Profile, status: PlanStatus): PaymentIssue | null {
  if (!hasPaymentIssue(profile)) return null;
  const { payment_data: data, subscription } = profile;
  const due = status === 'issue' || status === 'running' || status === 'trial';
  return {
    remedy: due ? findRemedy(profile) : 'none',
    reason: data?.payment_status_msg?.trim() || null,
    amount: due && isPriced(subscription?.price) ? subscription.price : null,
  };
}

function findRemedy(profile: Profile): PaymentIssue['remedy'] {
  const biller = findBiller(profile);
  if (biller === 'appStore' || biller === 'playStore') return biller;
  if (biller === 'partner') return 'elsewhere';
  if (shownPaymentMethod(profile)?.can_edited) return 'changeMethod';
  return biller === 'us' ? 'support' : 'elsewhere';
}
