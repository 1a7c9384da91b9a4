import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { formatDate } from '../../i18n/format-date.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { findBiller } from '../../profile/biller.ts';
import { forgetLastSignInMethod } from '../../session/last-sign-in-method.ts';
import { type Deletion, endSession } from '../../session/session.ts';
import { notifyTabs } from '../../session/tabs.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** How long a deleted account can be restored. product.md §9 */
const restorableMs = 30 * 24 * 60 * 60 * 1000;

/** The end of the account, in two steps; says until when it can be taken back. */
export function DeleteAccount({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <h2 className="h4">{t('account.delete')}</h2>
      <p className="small soft mt-1 prose">{t('account.deleteText')}</p>
      <div className="mt-3">
        <Button variant="ghost-danger" size="sm" className="btn--flush-l" onClick={() => setAsking(true)}>
          {t('account.delete')}
        </Button>
      </div>
      {asking && <DeleteDialog profile={profile} onClose={() => setAsking(false)} />}
    </Card>
  );
}

/** Who keeps billing the subscription of a deleted account; null without one. decisions.md §4 */
export function billerAfterDeletion(profile: Profile): Deletion['biller'] {
  if (profile.type === 'setapp') return 'setapp';
  if (!profile.subscription?.hasActiveSubscription || profile.state === 'canceled') return null;
  const biller = findBiller(profile);
  return biller === 'nobody' || biller === 'unknown' ? null : biller;
}

function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const [deleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<ProblemText | null>(null);

  const remove = async () => {
    setDeleting(true);
    setProblem(null);
    try {
      await request(calls.deleteAccount);
      forgetLastSignInMethod();
      const deletion = { restorableUntil: Date.now() + restorableMs, biller: billerAfterDeletion(profile) };
      endSession(null, deletion);
      notifyTabs({ deleted: deletion });
    } catch (failure) {
      setProblem(describeProblem(failure));
      setDeleting(false);
    }
  };
  return (
    <Dialog
      title={t('account.deleteTitle')}
      onClose={onClose}
      closeLabel={t('toast.close')}
      busy={deleting}
      actions={
        <>
          <Button aria-disabled={deleting} onClick={onClose}>
            {t('account.keepAccount')}
          </Button>
          <Button variant="danger" loading={deleting} onClick={() => void remove()}>
            {t(deleting ? 'account.deleting' : 'account.delete')}
          </Button>
        </>
      }
    >
      <p className="soft">
        {t('account.deleteWarning', {
          email: profile.email,
          date: formatDate(new Date(Date.now() + restorableMs), locale),
        })}
      </p>
      <ProblemBanner problem={problem} />
    </Dialog>
  );
}
