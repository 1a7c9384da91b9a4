import { calls } from '#shared/calls.ts';
import type { PaymentMethod, Profile } from '#shared/profile.ts';
import { solveCaptcha } from '../../api/captcha.ts';
import { request } from '../../api/request.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { requireText } from '../../api/require-text.ts';
import { write } from '../../api/write.ts';
import { hasPaymentIssue } from '../../profile/profile-rules.ts';
import { isOutcomePending, recheckWrite, runVerifiedWrite } from '../../profile/verified-write.ts';
import { isOutcomeUnknown } from '../../profile/write-outcome.ts';
import { browserStorage } from '../../storage.ts';
import type { StripePayments, WalletKind } from './stripe-payments.ts';

/** Why the payment method did not change. */
export type ChangeFailure = 'declined' | 'canceled' | 'notConfirmed' | 'failed';
export type ChangeOutcome = 'done' | 'unknown' | ChangeFailure;

interface Change {
  /** Whether the page still has the session in which the user began: no other account's payment method changes. */
  isSameSession(): boolean;
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
 * Changes the payment method: prepares it, lets the bank confirm it if required, then saves it. Reports `done` only
 * after the last call succeeded.
 */
export async function changePaymentMethod(change: Change): Promise<ChangeOutcome> {
  const { profile, payments, kind, onSuspend } = change;
  const name = changeName(profile);
  // Another tab is saving one: the older one could end later.
  const prepared = isOutcomePending(name) ? 'unknown' : await prepare(change);
  change.onPrepared?.(typeof prepared === 'object');
  if (typeof prepared === 'string') return prepared;
  if (prepared.requires_action) {
    onSuspend(true);
    const confirmation = await payments
      .confirm(prepared.stripe_payment_setup_intent_client_secret)
      .catch(() => 'failed' as const);
    onSuspend(false);
    if (confirmation !== 'confirmed') return confirmation === 'failed' ? 'notConfirmed' : confirmation;
    if (!change.isSameSession()) return 'canceled';
  }
  const saved = await runVerifiedWrite(
    name,
    () => savePaymentMethod(prepared.stripe_payment_setup_intent_id, kind),
    hasChanged(profile),
    { acrossPages: true, onDone: rememberSaved(prepared.stripe_payment_setup_intent_id) },
  );
  if (saved.kind !== 'failed') return saved.kind;
  const failure = classifyChangeFailure(saved.problem);
  // It gives no reason: the upstream may have failed after the change.
  return failure === 'failed' ? (await recheckWrite(name)).kind : failure;
}

/**
 * Holds, for all tabs, when the user began to save the present payment method, in epoch milliseconds, and the ids of
 * its setup and of earlier ones, separated by spaces.
 */
const savedSetupsKey = 'saved-setups';

export const readSavedSetups = (): readonly string[] => browserStorage.read(savedSetupsKey)?.split(' ') ?? [];

/** Whether any tab has saved one that it began to save after this time; not in the future, when the clock was wrong. */
export function wasChangedSince(time: number): boolean {
  const begunAt = Number(readSavedSetups()[0]);
  return begunAt > time && begunAt <= Date.now();
}

/** Records a payment method that was saved, for the tabs in which an older one may wait. */
export const rememberSaved = (setupIntentId: string) => (begunAt: number) => {
  // What the profile shows is the later one.
  if (wasChangedSince(begunAt)) return;
  const [, ...before] = readSavedSetups();
  browserStorage.write(savedSetupsKey, [begunAt, setupIntentId, ...before.slice(0, 9)].join(' '));
};

/** Saves a payment method that the bank has confirmed; the upstream checks that it has. */
export const savePaymentMethod = (setupIntentId: string, kind: Change['kind']) =>
  // The field's name is the upstream's; it takes the setup's id. product.md §7
  write(calls.updatePaymentMethod, { stripe_payment_intent_id: setupIntentId, payment_method: kind });

async function prepare(change: Change) {
  const { profile, paymentMethodId } = change;
  const { subscription } = profile;
  try {
    const captcha = await solveCaptcha();
    if (!change.isSameSession()) return 'canceled';
    const setup = await request(calls.createPaymentSetup, {
      stripe_payment_method_id: paymentMethodId,
      product_id: subscription?.sku ?? subscription?.id ?? '',
      ...captcha,
    });
    requireText(setup.stripe_payment_setup_intent_id);
    if (setup.requires_action) requireText(setup.stripe_payment_setup_intent_client_secret);
    return setup;
  } catch (problem) {
    // Preparing changes nothing, so after a lost response it can be retried once the profile is known.
    if (isOutcomeUnknown(problem)) {
      const settled = await runVerifiedWrite(
        changeName(profile),
        () => Promise.reject(problem),
        () => false,
        { changesNothing: true },
      );
      return settled.kind === 'unknown' ? 'unknown' : 'failed';
    }
    return classifyChangeFailure(problem);
  }
}

/**
 * Whether a fresh profile shows the change: another payment method, or the amount due is paid, perhaps with the same
 * card again. A profile without payment data shows no change.
 */
export const hasChanged =
  (before: ShownPayment) =>
  (after: ShownPayment): boolean => {
    if (!before.payment_data || !after.payment_data?.payment_method) return false;
    const isPaid = hasPaymentIssue(before) && after.state === 'active' && !hasPaymentIssue(after);
    return isPaid || describe(after.payment_data.payment_method) !== describe(before.payment_data.payment_method);
  };

type ShownPayment = Pick<Profile, 'payment_data' | 'state' | 'subscription'>;

const describe = (method: PaymentMethod | null | undefined): string =>
  [method?.vendor, method?.payment_source_id, method?.card_masked_number].join();

/** Why a call was refused. By the message: the upstream's refusals share one code. */
export function classifyChangeFailure(problem: unknown): ChangeFailure {
  if (!(problem instanceof RequestProblem) || problem.status >= 500) return 'failed';
  if (/declined/i.test(problem.message)) return 'declined';
  return /not confirmed/i.test(problem.message) ? 'notConfirmed' : 'failed';
}

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
