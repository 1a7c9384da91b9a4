import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import { readDate } from '#shared/date.ts';
import { act } from '../../api/act.ts';
import { UnknownOutcome } from '../../profile/unknown-outcome.tsx';
import { useSettledWrite } from '../../profile/use-settled-write.ts';
import { useWords } from '../../profile/use-words.ts';
import { start } from '../../start.ts';
import { keepNextToast } from '../../toasts/next-toast.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { isRenewed } from './is-renewed.ts';
import type { PlanDialogProps } from './plan-dialog-props.ts';

/** Asks before a subscription goes on, and says when it costs how much. On success the page reloads. product.md §4 */
export function RenewDialog({ profile, onClose }: PlanDialogProps) {
  const { t } = useTranslation();
  const { subscription } = profile;
  const { state, run, check } = useSettledWrite(
    `renew ${subscription?.id}`,
    () => act(calls.renewSubscription, { subscription_id: subscription?.id ?? '' }),
    isRenewed,
  );
  const running = state === 'running' || state === 'done';
  const settle = async (attempt: () => Promise<string>) => {
    if ((await attempt()) !== 'done') return;
    keepNextToast('renewed');
    location.reload();
  };
  return (
    <Dialog
      title={t('renew.title')}
      closeLabel={t('dialog.close')}
      onClose={onClose}
      busy={running}
      actions={
        <>
          <Button aria-disabled={running} onClick={onClose}>
            {t('renew.notNow')}
          </Button>
          {state === 'unknown' ? (
            <Button variant="primary" onClick={() => settle(check)}>
              {t('unknownOutcome.checkAgain')}
            </Button>
          ) : (
            <Button variant="primary" loading={running} onClick={() => settle(run)}>
              {t(running ? 'renew.renewing' : 'billing.renew')}
            </Button>
          )}
        </>
      }
    >
      <RenewTerms profile={profile} />
      {state === 'failed' && (
        <div className="mt-4">
          <Banner
            tone="danger"
            role="alert"
            links={
              <TextLink block href={start.links.support}>
                {t('error.contactSupport')}
              </TextLink>
            }
          >
            {t('renew.failed')}
          </Banner>
        </div>
      )}
      {state === 'unknown' && (
        <div className="mt-4">
          <UnknownOutcome />
        </div>
      )}
    </Dialog>
  );
}

function RenewTerms({ profile: { subscription } }: Pick<PlanDialogProps, 'profile'>) {
  const { t } = useTranslation();
  const { sayDate, sayPricePerPeriod } = useWords();
  const price = sayPricePerPeriod(subscription?.price, subscription?.sku);
  const end = readDate(subscription?.expiration_date);
  if (!price) return <p className="soft">{t('renew.text')}</p>;
  if (!subscription?.hasActiveSubscription) return <p className="soft">{t('renew.textChargedNow', { price })}</p>;
  return <p className="soft">{end ? t('renew.textChargedLater', { price, date: sayDate(end) }) : t('renew.text')}</p>;
}
