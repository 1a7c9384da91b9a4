import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { start } from '../../start.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { readOneTimeCode } from './hand-off-url.ts';
import { OpenAppBox } from './open-app-box.tsx';

/** Forwards a one-time code to the web or to the app. product.md §4 */
export function OneTimeCodePage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { target, code } = readOneTimeCode(search, start.appIdentity);
  if (target === 'web') return <Navigate to={`${paths.enter}?OTC_CODE=${code}`} replace />;
  if (target === 'app') {
    return <OpenAppBox title={t('handOff.openApp')} link={`${start.appUrlSchemes[0]}://otc?code=${code}`} />;
  }
  return (
    <AlertBox
      tone="error"
      title={t('oneTimeCode.errorTitle')}
      description={t('oneTimeCode.errorText')}
      action={
        <ButtonLink as={Link} to={paths.enter} variant="primary" block>
          {t('oneTimeCode.enter')}
        </ButtonLink>
      }
    />
  );
}
