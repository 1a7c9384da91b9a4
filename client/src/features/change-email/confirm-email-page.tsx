import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { refresh } from '../../api/read.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { write } from '../../api/write.ts';
import { OpenInbox } from '../../email/open-inbox.tsx';
import { ResendButton } from '../../email/resend-button.tsx';
import type { TextKey } from '../../i18n/i18n.ts';
import { paths } from '../../paths.ts';
import { refetchProfile } from '../../profile/use-profile.ts';
import { mayBeApplied } from '../../profile/write-outcome.ts';
import { saveIntendedUrl } from '../../session/intended-url.ts';
import { readSession } from '../../session/session.ts';
import { notifyTabs } from '../../session/tabs.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CodeInput, codeLength } from '../../ui/code-input.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { AlreadySignedInDialog, NotVerifiedDialog } from './email-change-dialogs.tsx';
import { classifyEmailChangeFailure, isOtherAccount } from './email-change-failure.ts';
import { readEmailChange } from './email-change-state.ts';
import {
  countdownOf,
  forgetUnknownChange,
  mayBeChanged,
  noteUnknownChange,
  sendNewEmailCode,
} from './send-new-email-code.ts';

/** The second step: the code from the new address. Without the first step there is no address to show. product.md §2 */
export function ConfirmEmailPage() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const navigate = useNavigate();
  const hintId = useId();
  const { email, token } = readEmailChange(state);
  const [code, setCode] = useState('');
  const [error, setError] = useState<TextKey | null>(null);
  const [resendProblem, setResendProblem] = useState<ProblemText | null>(null);
  const [dialog, setDialog] = useState<'other account' | 'not verified' | null>(null);
  const { status, problem, submit, reset } = useSubmit();
  const isMounted = useIsMounted();
  const [isUncertain, setIsUncertain] = useState(false);
  const applying = status === 'running' || status === 'done';

  const change = (value: string) => {
    setCode(value);
    setError(null);
  };
  const applyCode = async () => {
    try {
      await write(calls.applyNewEmail, { otc_code: code });
    } catch (failure) {
      if (mayBeApplied(failure)) noteUnknownChange(email);
      // A code that has changed the email is wrong from then on.
      if (!mayBeChanged(email) || !(await hasEmail(email))) throw failure;
      // `write` has not done so: it has failed.
      notifyTabs('changed');
    }
    forgetUnknownChange();
  };
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    setResendProblem(null);
    void submit(
      async () => {
        await applyCode();
        // The user has left: another page would lose what they are doing.
        if (!isMounted()) {
          void refresh(calls.profile);
          return showToast('ok', 'toast.emailChanged');
        }
        const done = `${paths.profile}?profile_notif=emailChanged`;
        if (readSession().signedIn) return navigate(done);
        // A browser without a session: without a notice, the change would look failed.
        saveIntendedUrl(done);
        navigate(paths.enter, { state: { notice: 'emailChanged', email } });
      },
      (failure) => {
        const kind = classifyEmailChangeFailure(failure);
        // Without a session the profile cannot be read.
        if (kind === 'wrongCode' && mayBeChanged(email) && !readSession().signedIn) setIsUncertain(true);
        else if (kind === 'wrongCode') setError('emailCode.wrong');
        if (kind === 'rejected') setDialog('not verified');
        return kind !== 'notChecked';
      },
    );
  };
  const resend = async () => {
    if (!applying) reset();
    setResendProblem(null);
    try {
      await sendNewEmailCode(email ?? '', token ?? '');
      setIsUncertain(false);
      return true;
    } catch (failure) {
      if (isOtherAccount(failure)) setDialog('other account');
      else setResendProblem(describeProblem(failure));
      return false;
    }
  };
  const incomplete = code.length < codeLength;
  return (
    <>
      <div>
        <PageTitle title={t('changeEmail.confirmTitle')} big />
        {email && (
          <p className="soft mt-2">
            <RichText text={t('changeEmail.sentTo', { email })} marks={{ b: (words) => <b>{words}</b> }} />
          </p>
        )}
      </div>
      <ProblemBanner problem={problem} onOnline={apply} />
      {isUncertain && (
        <Banner
          tone="warning"
          role="alert"
          title={t('unknownOutcome.title')}
          action={
            <ButtonLink size="sm" as={Link} to={paths.enter} state={{ email }}>
              {t('changeEmail.signIn')}
            </ButtonLink>
          }
        >
          {t('changeEmail.mayBeChanged')}
        </Banner>
      )}
      <form className="stack gap-6" noValidate onSubmit={apply}>
        <CodeInput
          label={t('emailCode.label')}
          value={code}
          onChange={change}
          error={error ? t(error) : undefined}
          busy={applying}
          autoFocus
        />
        <div className="stack gap-3">
          <Button
            type="submit"
            variant="primary"
            block
            loading={applying}
            aria-disabled={incomplete || error !== null}
            aria-describedby={incomplete ? hintId : undefined}
          >
            {t(applying ? 'emailCode.checking' : 'changeEmail.apply')}
          </Button>
          <span className="visually-hidden" id={hintId}>
            {t('emailCode.incomplete')}
          </span>
          {email && <OpenInbox email={email} />}
        </div>
      </form>
      {email && token && <ResendButton countdown={countdownOf(email)} send={resend} problem={resendProblem} centered />}
      {dialog === 'other account' && <AlreadySignedInDialog onClose={() => setDialog(null)} />}
      {dialog === 'not verified' && <NotVerifiedDialog onClose={() => setDialog(null)} />}
    </>
  );
}

/** Whether the account has this email, as far as the browser can tell. */
async function hasEmail(email: string | undefined): Promise<boolean> {
  if (!email || !readSession().signedIn) return false;
  const profile = await refetchProfile().catch(() => null);
  return profile?.email?.toLowerCase() === email.toLowerCase();
}
