import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { isPast } from '../../profile/calendar-days.ts';
import { hasPaymentIssue } from '../../profile/profile-rules.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { rememberSession } from '../../session/remember-session.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { type ChangeFormProps, changePaymentMethod } from './change-payment-method.ts';
import { FailureText } from './failure-text.tsx';
import type { FieldName } from './stripe-payments.ts';
import { useCardFields } from './use-card-fields.ts';

/** Number, expiry and CVC, in the provider's frames. product.md §5 */
export function CardForm({
  payments,
  profile,
  state,
  onState,
  onBlocked,
}: ChangeFormProps & { onBlocked: () => void }) {
  const { t } = useTranslation();
  const { fields, states, firstIncomplete, place } = useCardFields(payments, onBlocked);
  const [incomplete, setIncomplete] = useState(false);
  const saving = state === 'running' || state === 'suspended' || state === 'done';

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (saving || !fields.current) return;
    setIncomplete(firstIncomplete !== null);
    if (firstIncomplete !== null) return fields.current.focus(firstIncomplete);
    onState('running');
    const isSameSession = rememberSession();
    const stored = await fields.current.store().catch(() => 'failed' as const);
    if (typeof stored === 'string') return onState(stored);
    onState(
      await changePaymentMethod({
        isSameSession,
        profile,
        payments,
        paymentMethodId: stored.paymentMethodId,
        kind: 'card',
        onSuspend: (suspended) => onState(suspended ? 'suspended' : 'running'),
      }),
    );
  };
  const field = (name: FieldName) => (
    <CardField
      label={t(`card.${name}`)}
      error={states[name].invalid ? t(`card.${name}Invalid`) : null}
      place={place(name)}
      onLabelClick={() => fields.current?.focus(name)}
    />
  );
  return (
    <form className="stack gap-4" onSubmit={save} noValidate>
      {field('number')}
      <div className="cols-card">
        {field('expiry')}
        {field('cvc')}
      </div>
      {incomplete && firstIncomplete !== null && <FieldError>{t('card.incomplete')}</FieldError>}
      <FailureText state={state} />
      {state !== 'unknown' && (
        <div className="stack gap-3 mt-2">
          <Button type="submit" variant="primary" block loading={saving}>
            {t(saving ? 'card.saving' : 'card.save')}
          </Button>
          <SavingNote profile={profile} />
        </div>
      )}
    </form>
  );
}

interface CardFieldProps {
  label: string;
  error: string | null;
  place: (element: HTMLElement | null) => void;
  onLabelClick: () => void;
}

function CardField({ label, error, place, onLabelClick }: CardFieldProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a label cannot reference the control inside the frame.
    <div className="field" role="group" aria-labelledby={id} aria-describedby={error ? `${id}e` : undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users reach the field directly. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click on the label focuses the field. */}
      <span className="field__label" id={id} onClick={onLabelClick}>
        {label}
      </span>
      <div className="input card-field" ref={place} />
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
    </div>
  );
}

function SavingNote({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { formatPrice, formatDate } = useFormatters();
  const { subscription } = profile;
  const date = readDate(subscription?.billing_date);
  // A canceled plan is not charged.
  const isCanceled = profile.state === 'canceled';
  const isDue = !isCanceled && hasPaymentIssue(profile);
  const next = !isCanceled && !isDue && date && !isPast(date, new Date()) && subscription?.price;
  return (
    <p className="caption muted center">
      <span>{t('card.dataHint')}</span> {isDue && <span>{t('paymentMethod.amountDueCharged')}</span>}
      {next && <span>{t('card.nextBilling', { price: formatPrice(next), date: formatDate(date) })}</span>}
    </p>
  );
}
