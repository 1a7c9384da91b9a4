import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { OpenInbox } from '../../email/open-inbox.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RichText } from '../../ui/rich-text.tsx';

/** Has a link mailed, with which a new address can be entered, and says where to look for it. product.md §2 */
export function ChangeEmail({ email }: { email: string }) {
  const { t } = useTranslation();
  const [sending, setSending] = useState(false);
  const [result, setResult] = useState<'sent' | ProblemText | null>(null);

  const send = async () => {
    setSending(true);
    try {
      await request(calls.requestEmailChange);
      setResult('sent');
    } catch (failure) {
      setResult(describeProblem(failure));
    } finally {
      setSending(false);
    }
  };
  const close = () => setResult(null);
  return (
    <>
      <Button size="sm" loading={sending} onClick={() => void send()}>
        {t(sending ? 'account.changeEmailSending' : 'account.changeEmail')}
      </Button>
      {result !== null && (
        <Dialog
          title={t(result === 'sent' ? 'account.changeEmailTitle' : 'account.changeEmail')}
          onClose={close}
          closeLabel={t('toast.close')}
          actions={
            <Button variant="primary" onClick={close}>
              {t('changeEmail.ok')}
            </Button>
          }
        >
          {result === 'sent' ? (
            <div className="stack gap-4">
              <p className="soft">
                <RichText text={t('account.changeEmailText', { email })} marks={{ b: (words) => <b>{words}</b> }} />
              </p>
              <p className="small muted">{t('emailCode.checkSpam')}</p>
              <OpenInbox email={email} />
            </div>
          ) : (
            <ProblemBanner problem={result} />
          )}
        </Dialog>
      )}
    </>
  );
}
