import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import { readDate } from '#shared/date.ts';
import { act } from '../../api/act.ts';
import { describeProblem } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { UnknownOutcome } from '../../profile/unknown-outcome.tsx';
import { useSettledWrite } from '../../profile/use-settled-write.ts';
import { useWords } from '../../profile/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { takeFocus } from '../../ui/take-focus.ts';
import { CancelSurvey } from './cancel-survey.tsx';
import type { PlanDialogProps } from './plan-dialog-props.ts';

const reload = () => location.reload();

/** Asks, cancels, and asks why meanwhile. Closing after the cancellation reloads the page. product.md §4 */
export function CancelDialog({ profile, onClose }: PlanDialogProps) {
  const { t } = useTranslation();
  const { sayDate } = useWords();
  const { subscription } = profile;
  const { state, problem, run, check } = useSettledWrite(
    `cancel ${subscription?.id}`,
    () => act(calls.cancelSubscription, { subscription_id: subscription?.id ?? '' }),
    (fresh) => fresh.state === 'canceled' || fresh.subscription?.subscriptionCancellable !== true,
  );
  const end = readDate(
    subscription?.expiration_date ?? subscription?.billing_date ?? subscription?.end_grace_period_date,
  );
  const done = state === 'done';
  const asking = state !== 'running' && !done;
  return (
    <Dialog
      title={t(asking ? 'cancel.title' : 'billing.cancel')}
      closeLabel={t('dialog.close')}
      onClose={done ? reload : onClose}
      busy={state === 'running'}
      actions={
        asking && (
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
      {asking && (
        <p className="soft">
          {end ? (
            <RichText text={t('cancel.textUntil', { date: sayDate(end) })} marks={{ b: (words) => <b>{words}</b> }} />
          ) : (
            t('cancel.text')
          )}
        </p>
      )}
      {asking && state !== 'idle' && (
        <div className="mt-4" tabIndex={-1} ref={takeFocus}>
          {state === 'failed' ? <ProblemBanner problem={describeProblem(problem)} /> : <UnknownOutcome />}
        </div>
      )}
      {!asking && (
        <div className="row gap-3 mt-2" role="status" tabIndex={-1} ref={takeFocus}>
          <Glyph round tone={done ? 'ok' : undefined}>
            {done ? <CheckIcon /> : <Spinner />}
          </Glyph>
          <div>
            <p className="h4">{t(done ? 'cancel.done' : 'cancel.inProgress')}</p>
            <p className="small soft">
              {done ? end && t('cancel.doneUntil', { date: sayDate(end) }) : t('cancel.inProgressText')}
            </p>
          </div>
        </div>
      )}
      {/* Hidden and not left out after a failure: another try finds what was typed. */}
      {state !== 'idle' && (
        <div hidden={asking}>
          <hr className="hr mt-4" />
          <CancelSurvey profile={profile} closable={done} onClose={reload} />
        </div>
      )}
    </Dialog>
  );
}
