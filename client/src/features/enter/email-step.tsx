import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { areCookiesBlocked } from '../../cookies.ts';
import { afterPointerUp } from '../../email/after-press.ts';
import { checkEmail } from '../../email/check-email.ts';
import { readResendDeadline } from '../../email/resend-deadline.ts';
import { readSavedEmail, saveEmail } from '../../email/saved-email.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { paths } from '../../paths.ts';
import { readLastSignInMethod } from '../../session/last-sign-in-method.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CaptchaHint, CookiesBlockedBanner, EmailSuggestion, LastMethodHint } from './lazy-hints.tsx';
import { LegalNotes } from './legal-notes.tsx';
import { loadSendCode, preloadCodeStep } from './preload-code-step.ts';
import { SocialLinks } from './social-links.tsx';

/** Not even our own code for this step could be fetched. */
const describeUnreachable = (): ProblemText => ({
  text: 'error.generic',
  detail: 'error.offline',
  traceId: null,
  notSent: !navigator.onLine,
});

/** With a keyboard at hand the field is ready for typing; on phones the focus would cover half of the page with keys. */
const hasKeyboard = (): boolean => matchMedia('(hover: hover)').matches;

interface EmailStepProps {
  /** What the page has to say before anything else. */
  notice: ReactNode;
  /** The link in the email has brought the code: only the address is missing. */
  codeWaits: boolean;
  /** Fills in the email that another page knows; by default the saved one. */
  prefill?: string | undefined;
  onDone: (email: string) => void;
}

/** The first step: an address, and the ways in that need none. */
export function EmailStep({ notice, codeWaits, prefill, onDone }: EmailStepProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const blocked = useRef<HTMLDivElement>(null);
  const [email, setEmail] = useState(() => prefill ?? readSavedEmail());
  const [known, setKnown] = useState(() => email !== '' || readLastSignInMethod() !== null);
  const [cookiesBlocked] = useState(areCookiesBlocked);
  const [error, setError] = useState<TextKey | null>(null);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [sending, setSending] = useState(false);
  const [used, setUsed] = useState(false);

  const startUsing = () => {
    if (used) return;
    setUsed(true);
    preloadCodeStep();
  };
  const check = () => checkEmail(email, field.current?.validity.valid ?? true);
  // An empty field that was only passed through is not an error yet.
  const checkOnBlur = () => afterPointerUp(() => field.current?.value !== '' && setError(check()));
  const change = (value: string) => {
    setEmail(value);
    setError(null);
  };
  const forget = () => {
    setKnown(false);
    change('');
    field.current?.focus();
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    // Said again, or the button would seem dead.
    if (cookiesBlocked) return blocked.current?.focus();
    const found = check();
    setError(found);
    if (found) return field.current?.focus();
    const address = email.trim();
    setProblem(null);
    // The code is here already, or on its way: going Back and on again sends no second one.
    if (!codeWaits && readResendDeadline(address) <= Date.now()) {
      setSending(true);
      const failure = await loadSendCode().then(({ trySendCode }) => trySendCode(address), describeUnreachable);
      setSending(false);
      if (failure) return setProblem(failure);
    }
    saveEmail(address);
    onDone(address);
  };
  return (
    <>
      <div>
        <PageTitle title={t('enter.title')} big />
        <p className="soft mt-2">{t('enter.intro')}</p>
      </div>
      {notice}
      {cookiesBlocked && (
        <div ref={blocked} tabIndex={-1}>
          <CookiesBlockedBanner />
        </div>
      )}
      <ProblemBanner problem={problem} onOnline={() => void submit()} />
      <form
        className="stack gap-4"
        noValidate
        onSubmit={submit}
        onPointerDown={startUsing}
        // Not `onFocus`: the field has the focus on arrival.
        onInput={startUsing}
      >
        <EmailField
          ref={field}
          label={t('enter.email')}
          autoComplete="username email"
          autoFocus={hasKeyboard()}
          placeholder="name@example.com"
          required
          readOnly={sending}
          value={email}
          onChange={({ target }) => change(target.value)}
          onBlur={checkOnBlur}
          error={error && t(error)}
          hint={codeWaits && t('enter.codeFromLink')}
        />
        {known && <LastMethodHint onForget={forget} />}
        {used && <EmailSuggestion email={email} onAccept={change} />}
        <Button type="submit" variant="primary" block loading={sending}>
          {t(sending ? 'enter.sending' : 'enter.continue')}
        </Button>
        {used && <CaptchaHint />}
      </form>
      <div className="rule">{t('enter.orContinueWith')}</div>
      <SocialLinks />
      <div className="center">
        <TextLink as={Link} block to={paths.enterAccountCode}>
          {t('enter.accountCodeLink')}
        </TextLink>
        <TextLink as={Link} block quiet to={paths.enterHelp}>
          {t('enter.help')}
        </TextLink>
      </div>
      <LegalNotes captcha />
    </>
  );
}
