import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ProblemText } from '../../api/describe-problem.ts';
import { loadChunk } from '../../api/load-chunk.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { readResendDeadline } from '../../email/resend-deadline.ts';
import { readSavedEmail, saveEmail } from '../../email/saved-email.ts';
import { useEmailField } from '../../email/use-email-field.ts';
import { paths } from '../../paths.ts';
import { areCookiesBlocked } from '../../session/cookies-blocked.ts';
import { readLastSignInMethod } from '../../session/last-sign-in-method.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useIsHydrating, usePrerenderedField } from '../../ui/use-hydration.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { CaptchaHint, CookiesBlockedBanner, EmailSuggestion, LastMethodHint } from './lazy-hints.tsx';
import { LegalNotes } from './legal-notes.tsx';
import { loadCodeStep, loadSendCode, preloadCodeStep } from './preload-code-step.ts';
import { SocialLinks } from './social-links.tsx';
import './email-step.css';

/** A chunk failed to load: offline, or its file is gone after a release. Offline, the banner retries by itself. */
export const chunkLoadProblem = (): ProblemText => ({
  text: navigator.onLine ? 'error.tryLater' : 'error.generic',
  detail: navigator.onLine ? null : 'error.offline',
  traceId: null,
  notSent: !navigator.onLine,
});

/** On phones, focus on arrival would cover half of the page with the keyboard. */
const hasKeyboard = (): boolean => matchMedia('(hover: hover)').matches;

/** The page reserves the space for it before this code has started (client/index.html). */
const isVisitorKnown = (): boolean => readSavedEmail() !== '' || readLastSignInMethod() !== null;

interface EmailStepProps {
  /** A banner above the form. */
  notice: ReactNode;
  /** A link provided the code; only the email is missing. */
  hasLinkedCode: boolean;
  /** Fills in the email that another page knows; by default the saved one. */
  prefill?: string | undefined;
  onDone: (email: string) => void;
}

/** The first step: the email address, and the sign-in methods that need none. */
export function EmailStep({ notice, hasLinkedCode, prefill, onDone }: EmailStepProps) {
  const { t } = useTranslation();
  const blocked = useRef<HTMLDivElement>(null);
  const isHydrating = useIsHydrating();
  const { email, error, change, validate, input } = useEmailField(() =>
    isHydrating ? '' : (prefill ?? readSavedEmail()),
  );
  const [known, setKnown] = useState(() => !isHydrating && isVisitorKnown());
  const [cookiesBlocked, setCookiesBlocked] = useState(() => !isHydrating && areCookiesBlocked());
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [sending, setSending] = useState(false);
  const isSending = useRef(false);
  const isMounted = useIsMounted();
  const [used, setUsed] = useState(false);

  // Not `autoFocus`, which scrolls: Back restores the scroll position.
  // Before the effect of the title, which would take the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival.
  useLayoutEffect(() => {
    // On a prerendered page the user may be somewhere else already.
    const isElsewhere = isHydrating && document.activeElement !== document.body;
    if (hasKeyboard() && !isElsewhere) input.ref.current?.focus({ preventScroll: true });
  }, []);
  const startUsing = () => {
    if (used) return;
    setUsed(true);
    preloadCodeStep();
  };
  usePrerenderedField(input.ref, (typed) => {
    change(typed || readSavedEmail());
    setKnown(isVisitorKnown());
    setCookiesBlocked(areCookiesBlocked());
    if (typed) startUsing();
  });
  const forget = () => {
    setKnown(false);
    delete document.documentElement.dataset.known;
    change('');
    input.ref.current?.focus();
  };
  // Not `useSubmit`, because its error texts would be in the entry chunk.
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    // Focuses the message again, or the button would seem dead.
    if (cookiesBlocked) return blocked.current?.focus();
    // The presses before this code has started come all at once.
    if (isSending.current || !validate()) return;
    const trimmedEmail = email.trim();
    setProblem(null);
    // Going back and forward does not send a second code.
    const sends = !hasLinkedCode && readResendDeadline(trimmedEmail) <= Date.now();
    setSending(true);
    isSending.current = true;
    // For a reload by `loadChunk`, too.
    saveEmail(trimmedEmail);
    // Load the next step before a code is sent: without it, the code would be useless.
    const failure = await loadChunk('code-step', loadCodeStep)
      .then(() => loadChunk('send-code', loadSendCode))
      .then(({ trySendCode }) => (sends ? trySendCode(trimmedEmail) : null), chunkLoadProblem);
    if (failure) {
      setSending(false);
      isSending.current = false;
      return setProblem(failure);
    }
    // The user may have gone on, to the code that was sent before.
    if (!isMounted()) return;
    // Stays busy: a second press before the next step is there would add it to the history twice.
    onDone(trimmedEmail);
  };
  return (
    <>
      <div>
        <PageTitle title={t('enter.title')} big />
        <p className="soft mt-2">{t(hasLinkedCode ? 'enter.codeFromLink' : 'enter.intro')}</p>
      </div>
      {!isHydrating && notice}
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
          {...input}
          label={t('enter.email')}
          placeholder="name@example.com"
          readOnly={sending}
          error={error && t(error)}
        />
        <div className="known-visitor">{known && <LastMethodHint onForget={forget} />}</div>
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
