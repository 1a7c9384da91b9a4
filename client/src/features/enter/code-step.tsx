import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { loadCaptcha, solveCaptcha } from '../../api/captcha.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { useNavigateWhileShown } from '../../api/use-navigate-while-shown.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { OpenInbox } from '../../email/open-inbox.tsx';
import { ResendButton } from '../../email/resend-button.tsx';
import { clearResendDeadlines } from '../../email/resend-deadline.ts';
import { clearSavedEmail } from '../../email/saved-email.ts';
import { paths, signInErrorPath } from '../../paths.ts';
import { areCookiesBlocked } from '../../session/cookies-blocked.ts';
import { adoptIntendedUrl } from '../../session/read-intended-url.ts';
import { completeSignIn } from '../../session/sign-in.ts';
import { CodeInput, codeLength } from '../../ui/code-input.tsx';
import { BackIcon } from '../../ui/icons/back-icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CookiesBlockedBanner, SignInHint } from './lazy-hints.tsx';
import { LegalNotes } from './legal-notes.tsx';
import { classifyOneTimeCodeFailure, type OneTimeCodeRefusal } from './one-time-code-failure.ts';
import { sendCode } from './send-code.ts';

interface CodeStepProps {
  email: string;
  /** The code of the link in the email; verified once, when the step opens. */
  linkedCode: string;
  onLinkedCodeUsed: () => void;
  onBack: () => void;
}

/** What is wrong with the code in the field; `link` is a wrong code from the link in the email. */
type FieldProblem = OneTimeCodeRefusal | 'link' | 'incomplete';

/** The second step: a six-digit code that submits itself when complete. */
export function CodeStep({ email, linkedCode, onLinkedCodeUsed, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const navigate = useNavigateWhileShown();
  const [code, setCode] = useState(linkedCode);
  const shownCode = useRef(code);
  useEffect(() => {
    shownCode.current = code;
  });
  const [fieldProblem, setFieldProblem] = useState<FieldProblem | null>(null);
  const [cookiesBlocked] = useState(areCookiesBlocked);
  const [resendProblem, setResendProblem] = useState<ProblemText | null>(null);
  const [emailMissing, setEmailMissing] = useState(false);
  const verification = useSubmit();
  const checking = verification.status === 'running' || verification.status === 'done';

  const change = (value: string) => {
    setCode(value);
    setFieldProblem(null);
  };
  const verify = (value: string, fromLink = false) => {
    // The code would be spent for a session that the browser does not keep.
    if (cookiesBlocked) return;
    void verification.submit(
      async () => {
        setResendProblem(null);
        await request(calls.verifyOneTimeCode, { email, code: value, ...(await solveCaptcha()) });
        clearSavedEmail();
        clearResendDeadlines();
        completeSignIn('email');
      },
      (failure) => {
        const reason = classifyOneTimeCodeFailure(failure);
        if (reason === 'other' || reason === 'tooMany') return false;
        if (reason === 'deleted') navigate(signInErrorPath('AccountDeleted'), { replace: true, state: { email } });
        else setFieldProblem(fromLink && reason === 'wrong' ? 'link' : reason);
        return true;
      },
    );
  };
  const resend = async () => {
    if (!checking) verification.reset();
    setResendProblem(null);
    setEmailMissing(true);
    try {
      await sendCode(email);
      // What is typed meanwhile stays.
      if (fieldProblem !== null && shownCode.current === code) change('');
      return true;
    } catch (failure) {
      setResendProblem(describeProblem(failure));
      return false;
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (code.length < codeLength) return setFieldProblem('incomplete');
    // A wrong code is not sent again until it changes.
    if (fieldProblem === null) verify(code);
  };
  /** product.md §8 requires 'Wrong code'; the hint says what helps. */
  const describeFieldProblem = (): string | undefined => {
    if (fieldProblem === null) return undefined;
    if (fieldProblem === 'incomplete') return t('emailCode.incomplete');
    return `${t('emailCode.wrong')}. ${t(`emailCode.hint.${fieldProblem}`)}`;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: verifies the link's code once, when the step opens.
  useEffect(() => {
    if (!linkedCode) return;
    adoptIntendedUrl();
    onLinkedCodeUsed();
    verify(linkedCode, true);
  }, []);
  return (
    <>
      <div>
        <TextLink as="button" type="button" block quiet className="small" onClick={onBack}>
          <BackIcon size="sm" />
          <span>{t('emailCode.useAnotherEmail')}</span>
        </TextLink>
        <PageTitle title={t('emailCode.title')} big className="mt-2" />
        <p className="soft mt-2">
          <RichText text={t('emailCode.intro', { email })} marks={{ b: (words) => <b translate="no">{words}</b> }} />
        </p>
      </div>
      {cookiesBlocked && <CookiesBlockedBanner />}
      <ProblemBanner problem={verification.problem} onTryAgain={code.length === codeLength ? submit : undefined} />
      <form noValidate onSubmit={submit} onFocus={() => void loadCaptcha()}>
        <CodeInput
          label={t('emailCode.label')}
          value={code}
          onChange={change}
          onComplete={(value) => verify(value)}
          error={describeFieldProblem()}
          busy={checking}
          busyLabel={t('emailCode.checking')}
          autoFocus
        />
      </form>
      <div className="stack gap-3">
        <OpenInbox email={email} />
        {fieldProblem !== 'expired' && fieldProblem !== 'link' && (
          <p className="small soft">{t('emailCode.linkHint')}</p>
        )}
      </div>
      <ResendButton
        countdown={email}
        send={resend}
        problem={resendProblem}
        emphasized={fieldProblem !== null && fieldProblem !== 'wrong' && fieldProblem !== 'incomplete'}
      />
      <SignInHint emailMissing={emailMissing} />
      <div className="center">
        <TextLink as={Link} block to={paths.enterHelp}>
          {t('enter.help')}
        </TextLink>
      </div>
      <LegalNotes captcha consent={false} />
    </>
  );
}
