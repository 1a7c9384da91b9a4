import { useTranslation } from 'react-i18next';
import { BannerBar } from '../../ui/banner.tsx';
import { OfflineIcon } from '../../ui/icons/offline-icon.tsx';
import { useOnline } from '../../ui/use-online.ts';

/** Shown while the browser is offline. */
export function OfflineBar() {
  const { t } = useTranslation();
  const online = useOnline();
  return <div role="status">{!online && <BannerBar icon={<OfflineIcon />}>{t('layout.offline')}</BannerBar>}</div>;
}
