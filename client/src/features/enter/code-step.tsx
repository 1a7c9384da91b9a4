import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { loadCaptcha, solveCaptcha } from '../../api/captcha.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { areCookiesBlocked } from '../../cookies.ts';
import { OpenInbox } from '../../email/open-inbox.tsx';
import { ResendButton } from '../../email/resend-button.tsx';
import { forgetResendDeadlines } from '../../email/resend-deadline.ts';
import { forgetEmail } from '../../email/saved-email.ts';
import { paths, signInErrorPath } from '../../paths.ts';
import { completeSignIn } from '../../session/sign-out.ts';
import { CodeInput, codeLength } from '../../ui/code-input.tsx';
import { BackIcon } from '../../ui/icons/back-icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type CodeRefusal, classifyCodeFailure } from './code-rules.ts';
import { CookiesBlockedBanner } from './lazy-hints.tsx';
import { LegalNotes } from './legal-notes.tsx';
import { sendCode } from './send-code.ts';
import { OtherWays } from './sign-in-hints.tsx';

interface CodeStepProps {
  email: string;
  /** The code of the link in the email; it is tried once, when the step opens. */
  linkedCode: string;
  onLinkedCodeUsed: () => void;
  onBack: () => void;
}

/** What is wrong with the code in the field; `link` is a wrong code from the link in the email. */
type FieldProblem = CodeRefusal | 'link' | 'incomplete';

/** The second step: six digits that submit themselves. */
export function CodeStep({ email, linkedCode, onLinkedCodeUsed, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [code, setCode] = useState(linkedCode);
  const [failure, setFailure] = useState<FieldProblem | null>(null);
  const [cookiesBlocked] = useState(areCookiesBlocked);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [resendProblem, setResendProblem] = useState<ProblemText | null>(null);
  const [checking, setChecking] = useState(false);
  const [mailMissing, setMailMissing] = useState(false);
  const underWay = useRef(false);

  const change = (value: string) => {
    setCode(value);
    setFailure(null);
  };
  const clearProblems = () => {
    setProblem(null);
    setResendProblem(null);
  };
  const verify = async (value: string, fromLink = false) => {
    // The code would be spent for a session that the browser does not keep.
    if (underWay.current || cookiesBlocked) return;
    underWay.current = true;
    setChecking(true);
    clearProblems();
    try {
      await request(calls.verifyOneTimeCode, { email, code: value, ...(await solveCaptcha()) });
      forgetEmail();
      forgetResendDeadlines();
      completeSignIn('email');
    } catch (refusal) {
      setChecking(false);
      const reason = classifyCodeFailure(refusal);
      if (reason === 'deleted') return navigate(signInErrorPath('AccountDeleted'), { replace: true, state: { email } });
      if (reason === 'other' || reason === 'tooMany') return setProblem(describeProblem(refusal));
      setFailure(fromLink && reason === 'wrong' ? 'link' : reason);
    } finally {
      underWay.current = false;
    }
  };
  const resend = async () => {
    clearProblems();
    setMailMissing(true);
    try {
      await sendCode(email);
      if (failure !== null) change('');
      return true;
    } catch (failure) {
      setResendProblem(describeProblem(failure));
      return false;
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (code.length < codeLength) return setFailure('incomplete');
    // A refused code is not sent again before it has changed.
    if (failure === null) void verify(code);
  };
  /** product.md §8 asks for 'Wrong code'; the hint says what helps. */
  const describeFailure = (): string | undefined => {
    if (failure === null) return undefined;
    if (failure === 'incomplete') return t('emailCode.incomplete');
    return `${t('emailCode.wrong')}. ${t(`emailCode.hint.${failure}`)}`;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link's code is tried once, when the step opens.
  useEffect(() => {
    if (!linkedCode) return;
    onLinkedCodeUsed();
    void verify(linkedCode, true);
  }, []);
  return (
    <>
      <div>
        <TextLink as="button" type="button" block quiet className="small" onClick={onBack}>
          <BackIcon size="sm" />
          {t('emailCode.useAnotherEmail')}
        </TextLink>
        <PageTitle title={t('emailCode.title')} big className="mt-2" />
        <p className="soft mt-2">
          <RichText text={t('emailCode.intro', { email })} marks={{ b: (words) => <b>{words}</b> }} />
        </p>
      </div>
      {cookiesBlocked && <CookiesBlockedBanner />}
      <ProblemBanner problem={problem} onTryAgain={code.length === codeLength ? submit : undefined} />
      {/* Sending again has its own button. */}
      <ProblemBanner problem={resendProblem} onOnline={() => void resend()} />
      <form noValidate onSubmit={submit} onFocus={() => void loadCaptcha()}>
        <CodeInput
          label={t('emailCode.label')}
          value={code}
          onChange={change}
          onComplete={(value) => void verify(value)}
          error={describeFailure()}
          busy={checking}
          busyLabel={t('emailCode.checking')}
          autoFocus
        />
      </form>
      <div className="stack gap-3">
        <OpenInbox email={email} />
        <p className="small soft">{t('emailCode.linkHint')}</p>
      </div>
      <ResendButton
        countdown={email}
        send={resend}
        emphasized={failure !== null && failure !== 'wrong' && failure !== 'incomplete'}
      />
      <OtherWays mailMissing={mailMissing} />
      <div className="center">
        <TextLink as={Link} block to={paths.enterHelp}>
          {t('enter.help')}
        </TextLink>
      </div>
      <LegalNotes captcha consent={false} />
    </>
  );
}
