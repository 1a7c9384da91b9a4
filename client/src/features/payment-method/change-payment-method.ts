import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { act } from '../../api/act.ts';
import { request } from '../../api/request.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { solveCaptcha } from '../../captcha/captcha.ts';
import { isOutcomeUnknown } from '../../profile/outcome-unknown.ts';
import { settleWrite } from '../../profile/settle-write.ts';
import { hasChanged } from './has-changed.ts';
import type { Provider, WalletKind } from './provider.ts';

/** Why the payment method is still the old one. */
export type ChangeFailure = 'declined' | 'cancelled' | 'notConfirmed' | 'failed';
export type ChangeOutcome = 'saved' | 'unknown' | ChangeFailure;

interface Change {
  readonly profile: Profile;
  readonly provider: Provider;
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
  const { profile, provider, kind, onAsk } = change;
  const prepared = await prepare(change);
  change.onPrepared?.(typeof prepared === 'object');
  if (typeof prepared === 'string') return prepared;
  if (prepared.requires_action) {
    onAsk(true);
    const confirmation = await provider
      .confirm(prepared.stripe_payment_setup_intent_client_secret)
      .catch(() => 'failed' as const);
    onAsk(false);
    if (confirmation !== 'confirmed') return confirmation === 'failed' ? 'notConfirmed' : confirmation;
  }
  const saved = await settleWrite(
    changeName(profile),
    () =>
      act(calls.updatePaymentMethod, {
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
      const settled = await settleWrite(
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
