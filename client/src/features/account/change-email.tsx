import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { OpenInbox } from '../../email/open-inbox.tsx';
import { showToast } from '../../toasts/toast-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RichText } from '../../ui/rich-text.tsx';

/**
 * Sends a link for changing the email, and says where to find it, until the change is completed elsewhere.
 * product.md §2
 */
export function ChangeEmail({ email }: { email: string }) {
  const { t } = useTranslation();
  const { status, problem, submit, reset } = useSubmit();
  const [sentTo, setSentTo] = useState(email);
  const sending = status === 'running';
  const send = () => {
    setSentTo(email);
    void submit(() => request(calls.requestEmailChange));
  };
  const isChanged = status === 'done' && email !== sentTo;
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once.
  useEffect(() => {
    if (!isChanged) return;
    showToast('ok', 'toast.emailChanged');
    reset();
  }, [isChanged]);
  return (
    <>
      <Button size="sm" loading={sending} onClick={send}>
        {t(sending ? 'account.changeEmailSending' : 'account.changeEmail')}
      </Button>
      {(status === 'done' || status === 'failed') && (
        <Dialog
          title={t(status === 'done' ? 'account.changeEmailTitle' : 'account.changeEmail')}
          onClose={reset}
          closeLabel={t('dialog.close')}
          actions={
            <Button variant="primary" onClick={reset}>
              {t('changeEmail.ok')}
            </Button>
          }
        >
          {status === 'done' ? (
            <div className="stack gap-4">
              <p className="soft">
                <RichText
                  text={t('account.changeEmailText', { email })}
                  marks={{ b: (words) => <b translate="no">{words}</b> }}
                />
              </p>
              <p className="small muted">{t('emailCode.checkSpam')}</p>
              <OpenInbox email={email} />
            </div>
          ) : (
            <ProblemBanner problem={problem} />
          )}
        </Dialog>
      )}
    </>
  );
}
