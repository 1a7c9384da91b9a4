import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { useNavigateWhileShown } from '../../api/use-navigate-while-shown.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { readResendDeadline } from '../../email/resend-deadline.ts';
import { useEmailField } from '../../email/use-email-field.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmailField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { AlreadySignedInDialog } from './email-change-dialogs.tsx';
import { isLinkRefused, isOtherAccount } from './email-change-failure.ts';
import { readEmailChange, saveEmailChange } from './email-change-state.ts';
import { countdownOf, sendNewEmailCode } from './send-new-email-code.ts';

/** Null for failures that have another cause. */
function refusalOf(failure: unknown): 'link' | 'other account' | null {
  if (isOtherAccount(failure)) return 'other account';
  return isLinkRefused(failure) ? 'link' : null;
}

/** The first step, opened by the link in the email to the old address. product.md §5 */
export function NewEmailPage() {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const navigateWhileShown = useNavigateWhileShown();
  const saved = readEmailChange(state);
  const tokenInUrl = new URLSearchParams(search).get('token');
  const missing = useRef<HTMLDivElement>(null);
  const { email, error, validate, input } = useEmailField(() => saved.email ?? '');
  const { status, problem, submit } = useSubmit();
  const sending = status === 'running';
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf>>(null);

  // Moves the token from the URL to the history state.
  useEffect(() => {
    if (!tokenInUrl) return;
    const rest = new URLSearchParams(search);
    rest.delete('token');
    const path = `${paths.changeEmail}${rest.size > 0 ? `?${rest}` : ''}`;
    navigate(path, { replace: true, state: saveEmailChange(tokenInUrl) });
  }, [tokenInUrl, navigate, search]);

  const proceed = (event?: FormEvent) => {
    event?.preventDefault();
    if (!validate()) return;
    setRefusal(null);
    // Read again: another tab may have signed out without telling this one.
    const current = tokenInUrl ? saveEmailChange(tokenInUrl) : readEmailChange(state);
    const { token } = current;
    // Shows the message, or focuses it again, or the button would seem dead.
    if (!token) {
      navigate(paths.changeEmail, { replace: true });
      return missing.current?.focus();
    }
    const next = { ...current, email: email.trim() };
    void submit(
      async () => {
        // Going back and forward does not send a second code.
        const codeSent = saved.email === next.email && readResendDeadline(countdownOf(email.trim())) > Date.now();
        if (!codeSent) await sendNewEmailCode(email.trim(), token);
        navigateWhileShown(paths.changeEmail, { replace: true, state: next });
        navigateWhileShown(paths.changeEmailConfirm, { state: next });
      },
      (failure) => {
        const refusal = refusalOf(failure);
        setRefusal(refusal);
        return refusal !== null;
      },
    );
  };
  // Visitors sign in first.
  const startAgain = (
    <ButtonLink size="sm" as={Link} to={paths.profile}>
      {t('account.changeEmail')}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle title={t('changeEmail.title')} big />
      {!tokenInUrl && !saved.token && (
        <div ref={missing} tabIndex={-1}>
          <Banner tone="danger" role="alert" action={startAgain}>
            {t('changeEmail.missingCode')}
          </Banner>
        </div>
      )}
      {refusal === 'link' && (
        <Banner tone="danger" role="alert" title={t('error.generic')} action={startAgain}>
          {t('changeEmail.linkRefused')}
        </Banner>
      )}
      <ProblemBanner problem={problem} onOnline={proceed} />
      <form className="stack gap-4" noValidate onSubmit={proceed}>
        <EmailField {...input} label={t('changeEmail.newEmail')} readOnly={sending} error={error && t(error)} />
        <Button type="submit" variant="primary" block loading={sending}>
          {t(sending ? 'enter.sending' : 'enter.continue')}
        </Button>
      </form>
      {refusal === 'other account' && <AlreadySignedInDialog onClose={() => setRefusal(null)} />}
    </>
  );
}
