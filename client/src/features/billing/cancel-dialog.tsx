import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { describeProblem } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { write } from '../../api/write.ts';
import { UnknownOutcomeBanner } from '../../profile/unknown-outcome-banner.tsx';
import { useFormatters } from '../../profile/use-formatters.ts';
import { useVerifiedWrite } from '../../profile/verified-write.ts';
import { isUnhurriedPress, noteShown } from '../../session/press-guard.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CancelOffer } from './cancel-offer.tsx';
import { type CancelReason, CancelSurvey, ReasonCards } from './cancel-survey.tsx';
import { type CancelTerms, cancelTerms } from './cancel-terms.ts';
import { isCanceled, wasCanceledBefore } from './plan-status.ts';
import { useCloseWhenOutdated } from './use-close-when-outdated.ts';

const reload = () => location.reload();

interface CancelDialogProps {
  profile: Profile;
  onClose: () => void;
}

/**
 * Confirms and runs the cancellation, with the survey meanwhile. Closing it afterwards reloads the page. product.md §4
 */
export function CancelDialog({ profile, onClose }: CancelDialogProps) {
  const { t } = useTranslation();
  const { formatDate } = useFormatters();
  const { subscription } = profile;
  const [before] = useState(profile);
  const { state, problem, run, check } = useVerifiedWrite(`cancel ${subscription?.id}`, isCanceled, {
    acrossPages: true,
    wasDoneBefore: wasCanceledBefore(before),
    textsIfLeft: { failed: 'toast.cancelFailed', unknown: 'toast.planChangeUnknown' },
  });
  const [reason, setReason] = useState<CancelReason | null>(null);
  const currentTerms = cancelTerms(profile, new Date());
  // The terms of the plan that was cancelled: the profile has other dates after that. Until then its end may change.
  const [agreedTerms, agree] = useState(state === 'idle' ? null : currentTerms);
  const terms = (state !== 'failed' && agreedTerms) || currentTerms;
  const { end } = terms;
  const cancel = () => {
    agree(terms);
    return run(() => write(calls.cancelSubscription, { subscription_id: subscription?.id ?? '' }));
  };
  useEffect(noteShown, []);
  useCloseWhenOutdated({ before, profile, state, onClose });
  const done = state === 'done';
  const confirming = state !== 'running' && !done;
  return (
    <Dialog
      title={t(confirming ? 'cancel.title' : 'billing.cancel')}
      closeLabel={t('dialog.close')}
      onClose={done ? reload : onClose}
      busy={state === 'running'}
      actions={
        confirming && (
          <>
            <Button onClick={onClose}>{t(state === 'unknown' ? 'dialog.close' : 'cancel.keepSubscription')}</Button>
            {state === 'unknown' ? (
              <Button variant="primary" onClick={check}>
                {t('unknownOutcome.checkAgain')}
              </Button>
            ) : (
              <Button variant="danger" onClick={() => isUnhurriedPress() && cancel()}>
                {t('billing.cancel')}
              </Button>
            )}
          </>
        )
      }
    >
      {confirming && <Terms terms={terms} />}
      {confirming && state !== 'unknown' && (
        <div className="stack gap-4 mt-6">
          <ReasonCards legend={t('cancelOffer.question')} reason={reason} onReason={setReason} />
          <div role="status">{reason && <CancelOffer profile={profile} reason={reason} />}</div>
        </div>
      )}
      {confirming && state !== 'idle' && (
        <div className="mt-4" tabIndex={-1} ref={focusOnMount}>
          {state === 'failed' ? <ProblemBanner problem={describeProblem(problem)} /> : <UnknownOutcomeBanner />}
        </div>
      )}
      {!confirming && (
        <div className="row gap-3 mt-2" role="status" tabIndex={-1} ref={focusOnMount}>
          <Glyph round tone={done ? 'ok' : undefined}>
            {done ? <CheckIcon /> : <Spinner />}
          </Glyph>
          <div>
            <p className="h4">{t(done ? 'cancel.done' : 'cancel.inProgress')}</p>
            <p className="small soft">
              {done
                ? terms.kind !== 'citizen' && end && t('cancel.doneUntil', { date: formatDate(end) })
                : t('cancel.inProgressText')}
            </p>
          </div>
        </div>
      )}
      {/* Hidden instead of unmounted after a failure, so that a retry keeps the input. */}
      {state !== 'idle' && (
        <div hidden={confirming}>
          <hr className="hr mt-4" />
          <CancelSurvey profile={profile} reason={reason} onReason={setReason} closable={done} onClose={reload} />
        </div>
      )}
    </Dialog>
  );
}

/** The sentence before the terms. */
const leadTexts = { trial: 'cancel.nothingCharged', unpaid: 'cancel.noMoreAttempts' } as const;

/** What ends when, and what is charged. */
function Terms({ terms: { kind, end } }: { terms: CancelTerms }) {
  const { t } = useTranslation();
  const { formatDate } = useFormatters();
  if (kind === 'citizen') return <p className="soft">{t('cancel.textCitizen')}</p>;
  return (
    <p className="soft">
      {kind !== 'plan' && <span>{`${t(leadTexts[kind])} `}</span>}
      {end ? (
        <RichText text={t('cancel.textUntil', { date: formatDate(end) })} marks={{ b: (words) => <b>{words}</b> }} />
      ) : (
        <span>{t('cancel.text')}</span>
      )}
    </p>
  );
}
