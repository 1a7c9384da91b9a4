import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { write } from '../../api/write.ts';
import { isFuture } from '../../profile/calendar-days.ts';
import { UnknownOutcomeBanner } from '../../profile/unknown-outcome-banner.tsx';
import { useFormatters } from '../../profile/use-formatters.ts';
import { useVerifiedWrite } from '../../profile/verified-write.ts';
import { isUnhurriedPress, noteShown } from '../../session/press-guard.ts';
import { start } from '../../start.ts';
import { saveNextToast, showToast } from '../../toasts/toast-queue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { findEnd, isOver, isRenewed, wasRenewedBefore } from './plan-status.ts';
import { useCloseWhenOutdated } from './use-close-when-outdated.ts';

interface RenewDialogProps {
  profile: Profile;
  onClose: () => void;
}

/** Confirms a renewal, with date and price. Success reloads the page. product.md §4 */
export function RenewDialog({ profile, onClose }: RenewDialogProps) {
  const { t } = useTranslation();
  const { subscription } = profile;
  const [before] = useState(profile);
  const { state, problem, run, check } = useVerifiedWrite(`renew ${subscription?.id}`, isRenewed, {
    acrossPages: true,
    wasDoneBefore: wasRenewedBefore(before),
    textsIfLeft: { failed: 'toast.renewFailed', unknown: 'toast.planChangeUnknown' },
  });
  const renew = () => run(() => write(calls.renewSubscription, { subscription_id: subscription?.id ?? '' }));
  const running = state === 'running' || state === 'done';
  useEffect(noteShown, []);
  useCloseWhenOutdated({ before, profile, state, onClose });
  const isMounted = useIsMounted();
  const settle = async (attempt: () => Promise<string>) => {
    if ((await attempt()) !== 'done') return;
    // The user has left: a reload would lose what they are doing.
    if (!isMounted()) return showToast('ok', 'toast.renewed');
    saveNextToast('renewed');
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
            <Button variant="primary" loading={running} onClick={() => isUnhurriedPress() && settle(renew)}>
              {t(running ? 'renew.renewing' : 'billing.renew')}
            </Button>
          )}
        </>
      }
    >
      <RenewTerms profile={profile} />
      {state === 'failed' && (
        <div className="mt-4">
          <RenewalFailure problem={describeProblem(problem)} />
        </div>
      )}
      {state === 'unknown' && (
        <div className="mt-4">
          <UnknownOutcomeBanner />
        </div>
      )}
    </Dialog>
  );
}

/** Offline, support cannot help. */
function RenewalFailure({ problem }: { problem: ProblemText }) {
  const { t } = useTranslation();
  if (problem.notSent) return <ProblemBanner problem={problem} />;
  return (
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
  );
}

/** What is charged, and when. A plan that is over, or ends today, is charged today. */
export function RenewTerms({ profile }: Pick<RenewDialogProps, 'profile'>) {
  const { t } = useTranslation();
  const { formatDate, formatPrice } = useFormatters();
  const price = formatPrice(profile.subscription?.price);
  const end = findEnd(profile);
  const now = new Date();
  if (!price) return <p className="soft">{t('renew.text')}</p>;
  if (isOver(profile, now) || (end && !isFuture(end, now)))
    return <p className="soft">{t('renew.textChargedNow', { price })}</p>;
  return (
    <p className="soft">{end ? t('renew.textChargedLater', { price, date: formatDate(end) }) : t('renew.text')}</p>
  );
}
