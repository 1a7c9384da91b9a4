import { type ComponentType, type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ProblemText } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { readResendDeadline } from '../../email/resend-deadline.ts';
import { readSavedEmail, saveEmail } from '../../email/saved-email.ts';
import { useEmailField } from '../../email/use-email-field.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LegalNotes } from './legal-notes.tsx';
import { loadSendCode, preloadCodeStep } from './preload-code-step.ts';
import { SocialLinks } from './social-links.tsx';

const renderNothing = () => null;

/** Optional hints: the form works without them if their code cannot be loaded. */
const lazyHint = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => renderNothing) }));

const EmailSuggestion = lazyHint(() => import('./email-suggestion.tsx').then((file) => file.EmailSuggestion));
const CaptchaHint = lazyHint(() => import('./sign-in-hints.tsx').then((file) => file.CaptchaHint));

/** The code that sends the request could not be loaded. */
const unreachable: ProblemText = { text: 'error.generic', detail: 'error.offline', traceId: null };

interface EmailStepProps {
  /** A banner above the form. */
  notice: ReactNode;
  /** A link provided the code; only the address is missing. */
  hasLinkedCode: boolean;
  onDone: () => void;
}

/** The first step: the email address, and the sign-in methods that need none. */
export function EmailStep({ notice, hasLinkedCode, onDone }: EmailStepProps) {
  const { t } = useTranslation();
  const { email, error, change, validate, input } = useEmailField(readSavedEmail);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [sending, setSending] = useState(false);
  const [used, setUsed] = useState(false);

  const startUsing = () => {
    setUsed(true);
    preloadCodeStep();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!validate()) return;
    const address = email.trim();
    setProblem(null);
    // Going back and forward does not send a second code.
    if (!hasLinkedCode && readResendDeadline(address) <= Date.now()) {
      setSending(true);
      const failure = await loadSendCode().then(
        ({ trySendCode }) => trySendCode(address),
        () => unreachable,
      );
      setSending(false);
      if (failure) return setProblem(failure);
    }
    saveEmail(address);
    onDone();
  };
  return (
    <>
      <div>
        <PageTitle title={t('enter.title')} big />
        <p className="soft mt-2">{t('enter.intro')}</p>
      </div>
      {notice}
      <ProblemBanner problem={problem} />
      <form className="stack gap-4" noValidate onSubmit={submit} onFocus={startUsing}>
        <EmailField
          {...input}
          label={t('enter.email')}
          placeholder="name@example.com"
          readOnly={sending}
          error={error && t(error)}
          hint={hasLinkedCode && t('enter.codeFromLink')}
        />
        {used && (
          <Suspense>
            <EmailSuggestion email={email} onAccept={change} />
          </Suspense>
        )}
        <Button type="submit" variant="primary" block loading={sending}>
          {t(sending ? 'enter.sending' : 'enter.continue')}
        </Button>
        {used && (
          <Suspense>
            <CaptchaHint />
          </Suspense>
        )}
      </form>
      <div className="rule">{t('enter.orContinueWith')}</div>
      <SocialLinks />
      <div className="center">
        <TextLink as={Link} block to={paths.enterAccountCode}>
          {t('enter.accountCodeLink')}
        </TextLink>
      </div>
      <LegalNotes captcha />
    </>
  );
}
