import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { request } from '../../api/request.ts';
import { requireText } from '../../api/require-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { RadioCards } from '../../ui/radio-cards.tsx';

const reasons = ['price', 'speed', 'location', 'need', 'other'] as const;
export type CancelReason = (typeof reasons)[number];

interface ReasonCardsProps {
  legend: string;
  reason: CancelReason | null;
  onReason: (reason: CancelReason) => void;
  error?: string | false;
}

/** The reasons for a cancellation. */
export function ReasonCards({ legend, reason, onReason, error }: ReasonCardsProps) {
  const { t } = useTranslation();
  return (
    <RadioCards
      legend={legend}
      choices={reasons.map((value) => ({ value, label: t(`survey.${value}`) }))}
      value={reason}
      onChange={onReason}
      error={error}
    />
  );
}

interface CancelSurveyProps extends Pick<ReasonCardsProps, 'reason' | 'onReason'> {
  profile: Profile;
  /** The cancellation succeeded; until then nothing closes. */
  closable: boolean;
  onClose: () => void;
}

/** The optional survey after a cancellation. The cancellation does not depend on it. decisions.md §4 */
export function CancelSurvey({ profile, reason, onReason, closable, onClose }: CancelSurveyProps) {
  const { t } = useTranslation();
  const country = useVisitorCountry();
  const [state, setState] = useState<'open' | 'incomplete' | 'sending' | 'sent' | 'failed'>('open');

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const comment = String(fields.get('comment') ?? '').trim();
    if (reason === null && comment === '') return setState('incomplete');
    setState('sending');
    const values = { reason: reason ?? '', comment, country, sku: profile.subscription?.sku ?? '' };
    await request(calls.registerEvent, {
      event_type: 'subscription_cancel_survey',
      email: profile.email,
      event_params: (['reason', 'comment', 'country', 'sku'] as const).map((name) => ({ name, value: values[name] })),
    }).then(
      () => setState('sent'),
      () => setState('failed'),
    );
  };
  const close = (
    <Button variant={state === 'sent' ? 'primary' : 'quiet'} aria-disabled={!closable} onClick={onClose}>
      {t('dialog.close')}
    </Button>
  );
  if (state === 'sent') {
    return (
      <div className="stack gap-4 mt-4">
        <p role="status" tabIndex={-1} ref={focusOnMount}>
          {t('survey.thanks')}
        </p>
        <div className="btn-row">{close}</div>
      </div>
    );
  }
  // The event with the survey needs an email.
  if (profile.email === '') return <div className="btn-row mt-4">{close}</div>;
  const edit = () => setState((current) => (current === 'sending' ? current : 'open'));
  return (
    <form className="stack gap-4 mt-4" onSubmit={send} onChange={edit} noValidate>
      <input type="hidden" name="country" value={country} />
      <ReasonCards
        legend={t('survey.question')}
        reason={reason}
        onReason={onReason}
        error={state === 'incomplete' && t('survey.incomplete')}
      />
      <Field
        label={
          <>
            <span>{t('survey.comment')}</span> <span className="muted">{t('survey.optional')}</span>
          </>
        }
      >
        {(control) => <textarea className="input" name="comment" rows={2} maxLength={2000} {...control} />}
      </Field>
      {state === 'failed' && <FieldError>{t('survey.failed')}</FieldError>}
      <div className="btn-row">
        {close}
        <Button type="submit" variant="primary" loading={state === 'sending'}>
          {t(state === 'sending' ? 'survey.sending' : 'survey.send')}
        </Button>
      </div>
    </form>
  );
}

/** The user's country by IP address; empty while unknown. */
function useVisitorCountry(): string {
  const [country, setCountry] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    request(calls.visitorCountry, undefined, { signal: controller.signal })
      .then(({ country }) => setCountry(requireText(country.iso_code)))
      .catch(() => undefined);
    return () => controller.abort();
  }, []);
  return country;
}
