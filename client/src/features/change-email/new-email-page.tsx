import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { afterPointerUp } from '../../email/after-press.ts';
import { checkEmail } from '../../email/check-email.ts';
import { readResendDeadline } from '../../email/resend-deadline.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { AlreadyLoggedInDialog } from './email-change-dialogs.tsx';
import { type EmailChangeState, isOtherAccount, readEmailChange } from './email-change-rules.ts';
import { countdownOf, sendNewEmailCode } from './send-new-email-code.ts';

/** The first step, reached by the link in the mail to the old address. product.md §5 */
export function NewEmailPage() {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const kept = readEmailChange(state);
  const tokenInAddress = new URLSearchParams(search).get('token');
  const token = tokenInAddress || kept.token;
  const field = useRef<HTMLInputElement>(null);
  const missing = useRef<HTMLDivElement>(null);
  const [email, setEmail] = useState(kept.email ?? '');
  const [error, setError] = useState<TextKey | null>(null);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [otherAccount, setOtherAccount] = useState(false);
  const [sending, setSending] = useState(false);

  // The token leaves the address and stays with the history entry.
  useEffect(() => {
    if (!tokenInAddress) return;
    const rest = new URLSearchParams(search);
    rest.delete('token');
    const address = `${paths.changeEmail}${rest.size > 0 ? `?${rest}` : ''}`;
    navigate(address, { replace: true, state: { token: tokenInAddress } satisfies EmailChangeState });
  }, [tokenInAddress, navigate, search]);

  const check = () => checkEmail(email, field.current?.validity.valid ?? true);
  // An empty field that was only passed through is not an error yet.
  const checkOnBlur = () => afterPointerUp(() => field.current?.value !== '' && setError(check()));
  const change = (value: string) => {
    setEmail(value);
    setError(null);
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const found = check();
    setError(found);
    if (found) return field.current?.focus();
    // Said again, or the button would seem dead.
    if (!token) return missing.current?.focus();
    const next: EmailChangeState = { token, email: email.trim() };
    setProblem(null);
    // The code is on its way: going Back and on again sends no second one.
    const onItsWay = kept.email === next.email && readResendDeadline(countdownOf(email.trim())) > Date.now();
    if (!onItsWay) {
      setSending(true);
      try {
        await sendNewEmailCode(email.trim(), token);
      } catch (failure) {
        if (isOtherAccount(failure)) return setOtherAccount(true);
        return setProblem(describeProblem(failure));
      } finally {
        setSending(false);
      }
    }
    navigate(paths.changeEmail, { replace: true, state: next });
    navigate(paths.changeEmailConfirm, { state: next });
  };
  return (
    <>
      <PageTitle title={t('changeEmail.title')} big />
      {!token && (
        <div ref={missing} tabIndex={-1}>
          <Banner tone="danger" role="alert">
            {t('changeEmail.missingCode')}
          </Banner>
        </div>
      )}
      <ProblemBanner problem={problem} onOnline={() => void submit()} />
      <form className="stack gap-4" noValidate onSubmit={submit}>
        <EmailField
          ref={field}
          label={t('changeEmail.newEmail')}
          required
          readOnly={sending}
          value={email}
          onChange={({ target }) => change(target.value)}
          onBlur={checkOnBlur}
          error={error && t(error)}
        />
        <Button type="submit" variant="primary" block loading={sending}>
          {t(sending ? 'enter.sending' : 'enter.continue')}
        </Button>
      </form>
      {otherAccount && <AlreadyLoggedInDialog onClose={() => setOtherAccount(false)} />}
    </>
  );
}
