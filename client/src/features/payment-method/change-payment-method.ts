import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { solveCaptcha } from '../../api/captcha.ts';
import { request } from '../../api/request.ts';
import { isOutcomeUnknown, RequestProblem } from '../../api/request-problem.ts';
import { write } from '../../api/write.ts';
import { runVerifiedWrite } from '../../profile/verified-write.ts';
import { hasChanged } from './payment-method-rules.ts';
import type { StripePayments, WalletKind } from './stripe-payments.ts';

/** Why the payment method is still the old one. */
export type ChangeFailure = 'declined' | 'cancelled' | 'notConfirmed' | 'failed';
export type ChangeOutcome = 'saved' | 'unknown' | ChangeFailure;

interface Change {
  readonly profile: Profile;
  readonly payments: StripePayments;
  readonly paymentMethodId: string;
  readonly kind: 'card' | WalletKind;
  /** The wallet's sheet may close: the card is known, or refused. */
  onPrepared?(success: boolean): void;
  /** The bank is about to take the page, and gives it back. */
  onAsk(asking: boolean): void;
}

/** Names the change of a subscription's payment method among the writes that are unsettled. */
export const changeName = ({ subscription }: Pick<Profile, 'subscription'>): string =>
  `payment method ${subscription?.id}`;

/**
 * Makes a card or wallet that the provider holds the way this subscription is paid: prepare, let the bank ask where it
 * wants to, and only then save. Nothing is called saved before the last call has succeeded.
 */
export async function changePaymentMethod(change: Change): Promise<ChangeOutcome> {
  const { profile, payments, kind, onAsk } = change;
  const prepared = await prepare(change);
  change.onPrepared?.(typeof prepared === 'object');
  if (typeof prepared === 'string') return prepared;
  if (prepared.requires_action) {
    onAsk(true);
    const confirmation = await payments
      .confirm(prepared.stripe_payment_setup_intent_client_secret)
      .catch(() => 'failed' as const);
    onAsk(false);
    if (confirmation !== 'confirmed') return confirmation === 'failed' ? 'notConfirmed' : confirmation;
  }
  const saved = await runVerifiedWrite(
    changeName(profile),
    () =>
      write(calls.updatePaymentMethod, {
        stripe_payment_intent_id: prepared.stripe_payment_setup_intent_id,
        payment_method: kind,
      }),
    hasChanged(profile),
  );
  if (saved.kind === 'failed') return isDecline(saved.problem) ? 'declined' : 'failed';
  return saved.kind === 'done' ? 'saved' : 'unknown';
}

async function prepare({ profile, paymentMethodId }: Change) {
  const { subscription } = profile;
  try {
    return await request(calls.createPaymentSetup, {
      stripe_payment_method_id: paymentMethodId,
      product_id: subscription?.sku ?? subscription?.id ?? '',
      ...(await solveCaptcha()),
    });
  } catch (problem) {
    // Preparing changes nothing: without an answer it can safely be repeated, once the profile has been looked at.
    if (isOutcomeUnknown(problem)) {
      const settled = await runVerifiedWrite(
        changeName(profile),
        () => Promise.reject(problem),
        () => false,
      );
      return settled.kind === 'unknown' ? 'unknown' : 'failed';
    }
    return isDecline(problem) ? 'declined' : 'failed';
  }
}

const isDecline = (problem: unknown): boolean =>
  problem instanceof RequestProblem && problem.status < 500 && /declined/i.test(problem.message);

/** `idle`: nothing tried yet. `suspended`: the bank or a wallet has the page. */
export type ChangeState = 'idle' | 'running' | 'suspended' | ChangeOutcome;

export interface PaymentDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** What each way of paying gets to offer itself. */
export interface ChangeFormProps {
  readonly payments: StripePayments;
  readonly profile: Profile;
  readonly state: ChangeState;
  readonly onState: (state: ChangeState) => void;
}
