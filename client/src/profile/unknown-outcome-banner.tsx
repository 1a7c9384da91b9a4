import { useTranslation } from 'react-i18next';
import { Banner } from '../ui/banner.tsx';

/** The outcome of a write is unknown; the only action is to check again. */
export function UnknownOutcomeBanner() {
  const { t } = useTranslation();
  return (
    <Banner tone="warning" role="alert" title={t('unknownOutcome.title')}>
      {t('unknownOutcome.text')}
    </Banner>
  );
}
