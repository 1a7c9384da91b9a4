import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCaptchaBlocked } from '../../api/captcha.ts';
import { clearSavedEmail } from '../../email/saved-email.ts';
import { paths } from '../../paths.ts';
import { clearLastSignInMethod, readLastSignInMethod } from '../../session/last-sign-in-method.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { suggestEmail } from './suggest-email.ts';

/** Says that the captcha is blocked, often by a content blocker, and offers the account code. */
export function CaptchaHint() {
  const { t } = useTranslation();
  return <AccountCodeHint text={useCaptchaBlocked() ? t('enter.captchaBlocked') : null} />;
}

/**
 * Offers the account code after a blocked captcha or a missing email.
 * @param emailMissing whether the user had to request another email
 */
export function SignInHint({ emailMissing }: { emailMissing: boolean }) {
  const { t } = useTranslation();
  // Its hint offers the account code as well.
  if (useCaptchaBlocked()) return <CaptchaHint />;
  return <AccountCodeHint text={emailMissing ? t('emailCode.otherWays') : null} />;
}

/**
 * A hint that links to the sign-in by account code.
 * @param text with the mark `code` around the linked words; null for none
 */
export function AccountCodeHint({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text !== null && (
        <p className="small soft">
          <RichText
            text={text}
            marks={{
              code: (words) => (
                <TextLink as={Link} to={paths.enterAccountCode}>
                  {words}
                </TextLink>
              ),
            }}
          />
        </p>
      )}
    </div>
  );
}

/** Explains why signing in cannot work: the session lives in cookies, and this browser keeps none. decisions.md §4 */
export function CookiesBlockedBanner() {
  const { t } = useTranslation();
  return (
    <Banner
      tone="warning"
      role="alert"
      title={t('cookiesBlocked.title')}
      action={
        <Button size="sm" onClick={() => location.reload()}>
          {t('cookiesBlocked.reload')}
        </Button>
      }
    >
      {t('cookiesBlocked.text')}
    </Banner>
  );
}

const providerNames = new Map<string | null, string>([
  ['google', 'Google'],
  ['apple-id', 'Apple'],
  ['setapp', 'Setapp'],
]);

/** Names this browser's last sign-in method, and lets another person start over. */
export function LastMethodHint({ onForget }: { onForget: () => void }) {
  const { t } = useTranslation();
  // Null if only the email is filled in.
  const [method] = useState(readLastSignInMethod);
  const provider = providerNames.get(method);
  const forget = () => {
    clearSavedEmail();
    clearLastSignInMethod();
    onForget();
  };
  return (
    <p className="small soft">
      {method === 'email' && <span>{t('lastMethod.email')}</span>}
      {method === 'account-code' && <span>{t('lastMethod.accountCode')}</span>}
      {provider && <span>{t('lastMethod.provider', { provider })}</span>}{' '}
      <TextLink as="button" type="button" block onClick={forget}>
        {t('lastMethod.notYou')}
      </TextLink>
    </p>
  );
}

interface EmailSuggestionProps {
  email: string;
  onAccept: (email: string) => void;
}

/** Suggests a correction of a misspelled provider. It never blocks the form. */
export function EmailSuggestion({ email, onAccept }: EmailSuggestionProps) {
  const { t } = useTranslation();
  const suggestion = suggestEmail(email);
  return (
    <div role="status">
      {suggestion && (
        <p className="small soft">
          <RichText
            text={t('enter.didYouMean', { email: suggestion })}
            marks={{
              fix: (words) => (
                <TextLink as="button" type="button" block onClick={() => onAccept(suggestion)}>
                  {words}
                </TextLink>
              ),
            }}
          />
        </p>
      )}
    </div>
  );
}
