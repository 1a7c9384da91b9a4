import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import { loadCaptcha, solveCaptcha } from '../../api/captcha.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { useSubmit } from '../../api/use-submit.ts';
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
import { SignInHint } from './sign-in-hints.tsx';

interface CodeStepProps {
  email: string;
  /** The code of the link in the email; verified at once. */
  linkedCode: string;
  onBack: () => void;
}

/** The second step: a six-digit code that submits itself when complete. */
export function CodeStep({ email, linkedCode, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState(linkedCode);
  const [error, setError] = useState<TextKey | null>(null);
  const [resendProblem, setResendProblem] = useState<ProblemText | null>(null);
  const [emailMissing, setMailMissing] = useState(false);
  const verification = useSubmit();
  const checking = verification.status === 'running' || verification.status === 'done';

  const change = (value: string) => {
    setCode(value);
    setError(null);
  };
  const verify = (value: string) =>
    verification.submit(
      async () => {
        setResendProblem(null);
        await request(calls.verifyOneTimeCode, { email, code: value, ...(await solveCaptcha()) });
        forgetEmail();
        forgetResendDeadlines();
        completeSignIn();
      },
      (failure) => {
        if (!isWrongCode(failure)) return false;
        setError('emailCode.wrong');
        return true;
      },
    );
  const resend = async () => {
    if (!checking) verification.reset();
    setResendProblem(null);
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
    // A wrong code is not sent again until it changes.
    if (error === null) void verify(code);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: verifies the link's code once, when the step opens.
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
      <ProblemBanner problem={verification.problem} onTryAgain={code.length === codeLength ? submit : undefined} />
      {/* Resending has its own button. */}
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
      <SignInHint emailMissing={emailMissing} />
    </>
  );
}
