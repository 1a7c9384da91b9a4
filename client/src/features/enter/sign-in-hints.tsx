import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCaptchaBlocked } from '../../api/captcha.ts';
import { paths } from '../../paths.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';

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
