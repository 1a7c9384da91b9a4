import { useTranslation } from 'react-i18next';
import { useCaptchaBlocked } from '../../captcha/captcha.ts';
import { WayInHint } from './way-in-hint.tsx';

/** Says that the captcha is missing and names the ways in that need none; VPN users often run blockers. */
export function CaptchaHint() {
  const { t } = useTranslation();
  return <WayInHint text={useCaptchaBlocked() ? t('enter.captchaBlocked') : null} />;
}
