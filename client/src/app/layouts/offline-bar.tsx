import { useTranslation } from 'react-i18next';
import { BannerBar } from '../../ui/banner-bar.tsx';
import { OfflineIcon } from '../../ui/icons/offline-icon.tsx';
import { useOnline } from '../../ui/use-online.ts';

/** Says that the network is gone, for as long as it is. */
export function OfflineBar() {
  const { t } = useTranslation();
  const online = useOnline();
  return <div role="status">{!online && <BannerBar icon={<OfflineIcon />}>{t('layout.offline')}</BannerBar>}</div>;
}
