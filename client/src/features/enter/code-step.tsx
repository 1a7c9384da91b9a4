import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import { loadCaptcha, solveCaptcha } from '../../api/captcha.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { ResendButton } from '../../email/resend-button.tsx';
import { forgetResendDeadlines } from '../../email/resend-deadline.ts';
import { forgetEmail } from '../../email/saved-email.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { completeSignIn } from '../../session/sign-out.ts';
import { CodeInput, codeLength } from '../../ui/code-input.tsx';
import { BackIcon } from '../../ui/icons/back-icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { isWrongCode } from './code-rules.ts';
import { sendCode } from './send-code.ts';
import { OtherWays } from './sign-in-hints.tsx';

interface CodeStepProps {
  email: string;
  /** The code of the link in the mail; it is tried at once. */
  linkedCode: string;
  onBack: () => void;
}

/** The second step: six digits that submit themselves. */
export function CodeStep({ email, linkedCode, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState(linkedCode);
  const [error, setError] = useState<TextKey | null>(null);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [resendProblem, setResendProblem] = useState<ProblemText | null>(null);
  const [checking, setChecking] = useState(false);
  const [mailMissing, setMailMissing] = useState(false);
  const underWay = useRef(false);

  const change = (value: string) => {
    setCode(value);
    setError(null);
  };
  const clearProblems = () => {
    setProblem(null);
    setResendProblem(null);
  };
  const verify = async (value: string) => {
    if (underWay.current) return;
    underWay.current = true;
    setChecking(true);
    clearProblems();
    try {
      await request(calls.verifyOneTimeCode, { email, code: value, ...(await solveCaptcha()) });
      forgetEmail();
      forgetResendDeadlines();
      completeSignIn();
    } catch (failure) {
      if (isWrongCode(failure)) setError('emailCode.wrong');
      else setProblem(describeProblem(failure));
      setChecking(false);
    } finally {
      underWay.current = false;
    }
  };
  const resend = async () => {
    clearProblems();
    setMailMissing(true);
    try {
      await sendCode(email);
      return true;
    } catch (failure) {
      setResendProblem(describeProblem(failure));
      return false;
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (code.length < codeLength) return setError('emailCode.incomplete');
    // A refused code is not sent again before it has changed.
    if (error === null) void verify(code);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link's code is tried once, when the step opens.
  useEffect(() => {
    if (linkedCode) void verify(linkedCode);
  }, []);
  return (
    <>
      <div>
        <TextLink as="button" type="button" block quiet className="small" onClick={onBack}>
          <BackIcon size="sm" />
          {t('emailCode.back')}
        </TextLink>
        <PageTitle title={t('emailCode.title')} big className="mt-2" />
        <p className="soft mt-2">
          <RichText text={t('emailCode.intro', { email })} marks={{ b: (words) => <b>{words}</b> }} />
        </p>
      </div>
      <ProblemBanner problem={problem} onTryAgain={code.length === codeLength ? submit : undefined} />
      {/* Sending again has its own button. */}
      <ProblemBanner problem={resendProblem} />
      <form noValidate onSubmit={submit} onFocus={() => void loadCaptcha()}>
        <CodeInput
          label={t('emailCode.label')}
          value={code}
          onChange={change}
          onComplete={(value) => void verify(value)}
          error={error ? t(error) : undefined}
          busy={checking}
          busyLabel={t('emailCode.checking')}
          autoFocus
        />
      </form>
      <ResendButton countdown={email} send={resend} />
      <OtherWays mailMissing={mailMissing} />
    </>
  );
}
