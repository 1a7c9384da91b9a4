import { useTranslation } from 'react-i18next';
import { useCaptchaBlocked } from '../../captcha/captcha.ts';
import { CaptchaHint } from './captcha-hint.tsx';
import { WayInHint } from './way-in-hint.tsx';

/**
 * The ways in that need no mail, for whom a blocked captcha or a lost mail keeps waiting.
 * @param mailMissing another mail had to be asked for
 */
export function OtherWays({ mailMissing }: { mailMissing: boolean }) {
  const { t } = useTranslation();
  // Its hint names them as well.
  if (useCaptchaBlocked()) return <CaptchaHint />;
  return <WayInHint text={mailMissing ? t('emailCode.otherWays') : null} />;
}
