import { useTranslation } from 'react-i18next';
import { Banner } from '../ui/banner.tsx';

/** Nobody could say whether a write was carried out; the one thing to do is to ask again. */
export function UnknownOutcomeBanner() {
  const { t } = useTranslation();
  return (
    <Banner tone="warning" role="alert" title={t('unknownOutcome.title')}>
      {t('unknownOutcome.text')}
    </Banner>
  );
}
