import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { completeSignIn, signOut } from '../../session/sign-out.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Offers a deleted account back; its two answers are the only way out. product.md §4 */
export function RestoreDialog() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { signedIn, generation } = useSession();
  const [openedAt] = useState(generation);
  const [running, setRunning] = useState<'restore' | 'leave' | null>(null);
  const [problem, setProblem] = useState<ProblemText | null>(null);

  // Another tab has answered: the profile knows whether there is still something to restore.
  useEffect(() => {
    if (generation !== openedAt) navigate(signedIn ? paths.profile : paths.enter, { replace: true });
  }, [generation, openedAt, signedIn, navigate]);

  const run = async (name: 'restore' | 'leave', work: () => Promise<unknown>, next: string) => {
    setRunning(name);
    setProblem(null);
    try {
      await work();
      navigate(next, { replace: true });
    } catch (failure) {
      setProblem(describeProblem(failure));
    } finally {
      setRunning(null);
    }
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
            onClick={() => void run('leave', signOut, paths.enter)}
          >
            {t('restore.tryOtherCredentials')}
          </Button>
          <Button
            variant="primary"
            loading={running === 'restore'}
            aria-disabled={running !== null}
            onClick={() => void run('restore', restore, paths.profile)}
          >
            {t(running === 'restore' ? 'restore.restoring' : 'restore.restoreAccount')}
          </Button>
        </>
      }
    >
      <p className="soft">{t('restore.text')}</p>
      <ProblemBanner problem={problem} onOnline={() => void run('restore', restore, paths.profile)} />
    </Dialog>
  );
}

async function restore(): Promise<void> {
  await request(calls.cancelAccountDeletion);
  // Whatever was read before said that the account is gone.
  completeSignIn();
  showToast('ok', 'toast.accountRestored');
}
