import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { describeProblem } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { write } from '../../api/write.ts';
import { UnknownOutcomeBanner } from '../../profile/unknown-outcome-banner.tsx';
import { useFormatters } from '../../profile/use-formatters.ts';
import { useVerifiedWrite } from '../../profile/verified-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CancelSurvey } from './cancel-survey.tsx';

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
  const { state, problem, run, check } = useVerifiedWrite(
    `cancel ${subscription?.id}`,
    () => write(calls.cancelSubscription, { subscription_id: subscription?.id ?? '' }),
    (fresh) => fresh.state === 'canceled' || fresh.subscription?.subscriptionCancellable !== true,
  );
  const end = readDate(
    subscription?.expiration_date ?? subscription?.billing_date ?? subscription?.end_grace_period_date,
  );
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
            {state === 'unknown' ? (
              <Button onClick={check}>{t('unknownOutcome.checkAgain')}</Button>
            ) : (
              <Button variant="ghost-danger" onClick={run}>
                {t('billing.cancel')}
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              {t('cancel.keepSubscription')}
            </Button>
          </>
        )
      }
    >
      {confirming && (
        <p className="soft">
          {end ? (
            <RichText
              text={t('cancel.textUntil', { date: formatDate(end) })}
              marks={{ b: (words) => <b>{words}</b> }}
            />
          ) : (
            t('cancel.text')
          )}
        </p>
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
              {done ? end && t('cancel.doneUntil', { date: formatDate(end) }) : t('cancel.inProgressText')}
            </p>
          </div>
        </div>
      )}
      {/* Hidden instead of unmounted after a failure, so that a retry keeps the input. */}
      {state !== 'idle' && (
        <div hidden={confirming}>
          <hr className="hr mt-4" />
          <CancelSurvey profile={profile} closable={done} onClose={reload} />
        </div>
      )}
    </Dialog>
  );
}
