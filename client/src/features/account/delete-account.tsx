import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { refresh } from '../../api/read.ts';
import { request } from '../../api/request.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { formatDate } from '../../i18n/format-date.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { BilledAfterDeletion } from '../../profile/billed-after-deletion.tsx';
import { billerAfterDeletion } from '../../profile/biller.ts';
import { accountLabel } from '../../profile/profile-rules.ts';
import { mayBeApplied } from '../../profile/write-outcome.ts';
import { clearLastSignInMethod } from '../../session/last-sign-in-method.ts';
import { isUnhurriedPress, noteShown } from '../../session/press-guard.ts';
import { readSession } from '../../session/session.ts';
import { completeDeletion } from '../../session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DeletionCard } from './deletion-card.tsx';

/** How long a deleted account can be restored. product.md §9 */
const restorableMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes the account after a confirmation that names the last day to restore it. */
export function DeleteAccount({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const biller = billerAfterDeletion(profile);
  return (
    <DeletionCard>
      {biller !== null && (
        <p className="small soft mt-1 prose">
          {biller === 'us' ? t('account.deleteBilled') : <BilledAfterDeletion biller={biller} />}
        </p>
      )}
      <div className="mt-3">
        <Button variant="ghost-danger" size="sm" className="btn--flush-l" onClick={() => setConfirming(true)}>
          {t('account.delete')}
        </Button>
      </div>
      {confirming && <DeleteDialog profile={profile} onClose={() => setConfirming(false)} />}
    </DeletionCard>
  );
}

function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const { status, problem, submit } = useSubmit();
  useEffect(noteShown, []);
  const biller = billerAfterDeletion(profile);
  const deleting = status === 'running' || status === 'done';
  const remove = () =>
    submit(async () => {
      await request(calls.deleteAccount).catch(async (failure: unknown) => {
        if (!mayBeApplied(failure)) throw failure;
        // Leads to the sign-in page if the session has ended. That of a deleted account ends with this reason.
        await refresh(calls.profile);
        if (readSession().endReason !== 'ErrAccountTerminated') throw failure;
      });
      clearLastSignInMethod();
      completeDeletion({ restorableUntil: Date.now() + restorableMs, biller });
    });
  return (
    <Dialog
      title={t('account.deleteTitle')}
      onClose={onClose}
      closeLabel={t('dialog.close')}
      busy={deleting}
      actions={
        <>
          <Button aria-disabled={deleting} onClick={onClose}>
            {t('account.keepAccount')}
          </Button>
          <Button variant="danger" loading={deleting} onClick={() => isUnhurriedPress() && void remove()}>
            {t(deleting ? 'account.deleting' : 'account.delete')}
          </Button>
        </>
      }
    >
      <p className="soft">
        <span>
          {t(biller === 'us' ? 'account.deleteWarning' : 'account.deleteWarningPlain', {
            email: accountLabel(profile),
            date: formatDate(new Date(Date.now() + restorableMs), locale),
          })}
        </span>
        {biller !== null && biller !== 'us' && (
          <>
            {' '}
            <BilledAfterDeletion biller={biller} />
          </>
        )}
      </p>
      <ProblemBanner problem={problem} />
    </Dialog>
  );
}
