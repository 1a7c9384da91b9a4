import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { formatDate } from '../../i18n/format-date.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { completeSignOut } from '../../session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** How long a deleted account can be restored. product.md §9 */
const restorableMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes the account after a confirmation that names the last day to restore it. */
export function DeleteAccount({ email }: { email: string }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  return (
    <Card>
      <h2 className="h4">{t('account.delete')}</h2>
      <p className="small soft mt-1 prose">{t('account.deleteText')}</p>
      <div className="mt-3">
        <Button variant="ghost-danger" size="sm" className="btn--flush-l" onClick={() => setConfirming(true)}>
          {t('account.delete')}
        </Button>
      </div>
      {confirming && <DeleteDialog email={email} onClose={() => setConfirming(false)} />}
    </Card>
  );
}

function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const { status, problem, submit } = useSubmit();
  const deleting = status === 'running' || status === 'done';
  const remove = () =>
    submit(async () => {
      await request(calls.deleteAccount);
      completeSignOut(null);
    });
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
        {t('account.deleteWarning', { email, date: formatDate(new Date(Date.now() + restorableMs), locale) })}
      </p>
      <ProblemBanner problem={problem} />
    </Dialog>
  );
}
