import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { paths } from '../../paths.ts';
import { BilledAfterDeletion } from '../../profile/billed-after-deletion.tsx';
import { refetchProfile } from '../../profile/use-profile.ts';
import { isDeliberatePress, isUnhurriedPress, noteShown } from '../../session/press-guard.ts';
import { rememberSession } from '../../session/remember-session.ts';
import type { Deletion } from '../../session/session.ts';
import { renewSession } from '../../session/sign-in.ts';
import { signOut } from '../../session/sign-out.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * Offers to restore a deleted account, and says what still bills it: the profile page, which knows, leaves that in the
 * history's state. Its two buttons are the only way out. product.md §4, decisions.md §4
 */
export function RestoreDialog() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const biller = (useLocation().state as Partial<Deletion> | null)?.biller ?? null;
  const { status, problem, submit } = useSubmit();
  const [action, setAction] = useState<'restore' | 'leave' | null>(null);
  const running = status === 'running' ? action : null;

  useEffect(noteShown, []);

  const run = (name: 'restore' | 'leave', work: () => Promise<unknown>, next: string) => {
    setAction(name);
    void submit(async () => {
      await work();
      navigate(next, { replace: true });
    });
  };
  return (
    <Dialog
      title={t('restore.title')}
      busy={running !== null}
      fillActions
      actions={
        <>
          <Button
            loading={running === 'leave'}
            aria-disabled={running !== null}
            onClick={() => isDeliberatePress() && run('leave', signOut, paths.enter)}
          >
            {t('restore.tryOtherCredentials')}
          </Button>
          <Button
            variant="primary"
            loading={running === 'restore'}
            aria-disabled={running !== null}
            onClick={() => isUnhurriedPress() && run('restore', restore, paths.profile)}
          >
            {t(running === 'restore' ? 'restore.restoring' : 'restore.restoreAccount')}
          </Button>
        </>
      }
    >
      <p className="soft">{t('restore.text')}</p>
      {biller !== null && (
        <p className="soft mt-2">
          <BilledAfterDeletion biller={biller} />
        </p>
      )}
      <ProblemBanner problem={problem} onOnline={() => void run('restore', restore, paths.profile)} />
    </Dialog>
  );
}

async function restore(): Promise<void> {
  const isSameSession = rememberSession();
  try {
    await request(calls.cancelAccountDeletion);
  } catch (problem) {
    // An account that is no longer deleted cannot be restored again: an earlier response was lost, for example.
    const profile = await refetchProfile().catch(() => null);
    if (profile === null || profile.marked_for_termination || !isSameSession()) throw problem;
  }
  // The cached data is that of a deleted account. A restore is no sign-in, so there is no event for it.
  renewSession();
  showToast('ok', 'toast.accountRestored');
}
