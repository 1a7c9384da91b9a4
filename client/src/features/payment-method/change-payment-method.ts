import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { solveCaptcha } from '../../api/captcha.ts';
import { request } from '../../api/request.ts';
import { isOutcomeUnknown, RequestProblem } from '../../api/request-problem.ts';
import { write } from '../../api/write.ts';
import { runVerifiedWrite } from '../../profile/verified-write.ts';
import { hasChanged } from './payment-method-rules.ts';
import type { StripePayments, WalletKind } from './stripe-payments.ts';

/** Why the payment method did not change. */
export type ChangeFailure = 'declined' | 'cancelled' | 'notConfirmed' | 'failed';
export type ChangeOutcome = 'saved' | 'unknown' | ChangeFailure;

interface Change {
  readonly profile: Profile;
  readonly payments: StripePayments;
  readonly paymentMethodId: string;
  readonly kind: 'card' | WalletKind;
  /** The wallet sheet may close: the card was accepted or declined. */
  onPrepared?(success: boolean): void;
  /** Called before and after the bank's confirmation takes over the page. */
  onSuspend(suspended: boolean): void;
}

/** Identifies the write, see `runVerifiedWrite`. */
export const changeName = ({ subscription }: Pick<Profile, 'subscription'>): string =>
  `payment method ${subscription?.id}`;

/**
 * Changes the payment method: prepares it, lets the bank confirm it if required, then saves it. Reports `saved` only
 * after the last call succeeded.
 */
export async function changePaymentMethod(change: Change): Promise<ChangeOutcome> {
  const { profile, payments, kind, onSuspend } = change;
  const prepared = await prepare(change);
  change.onPrepared?.(typeof prepared === 'object');
  if (typeof prepared === 'string') return prepared;
  if (prepared.requires_action) {
    onSuspend(true);
    const confirmation = await payments
      .confirm(prepared.stripe_payment_setup_intent_client_secret)
      .catch(() => 'failed' as const);
    onSuspend(false);
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
    // Preparing changes nothing, so after a lost response it can be retried once the profile is known.
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

/** `idle`: not tried yet. `suspended`: the bank or a wallet controls the page. */
export type ChangeState = 'idle' | 'running' | 'suspended' | ChangeOutcome;

export interface PaymentDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** The props of the card form and the wallet panel. */
export interface ChangeFormProps {
  readonly payments: StripePayments;
  readonly profile: Profile;
  readonly state: ChangeState;
  readonly onState: (state: ChangeState) => void;
}
