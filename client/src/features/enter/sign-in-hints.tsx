import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCaptchaBlocked } from '../../api/captcha.ts';
import { paths } from '../../paths.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Says that the captcha is missing and names the ways in that need none; VPN users often run blockers. */
export function CaptchaHint() {
  const { t } = useTranslation();
  return <AccountCodeHint text={useCaptchaBlocked() ? t('enter.captchaBlocked') : null} />;
}

/**
 * The ways in that need no mail, for whom a blocked captcha or a lost mail keeps waiting.
 * @param mailMissing another mail had to be asked for
 */
export function OtherWays({ mailMissing }: { mailMissing: boolean }) {
  const { t } = useTranslation();
  // Its hint names them as well.
  if (useCaptchaBlocked()) return <CaptchaHint />;
  return <AccountCodeHint text={mailMissing ? t('emailCode.otherWays') : null} />;
}

/**
 * Tells of the way in that needs neither mail nor captcha.
 * @param text with the mark `code` around the words that lead there; null while there is nothing to tell
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
