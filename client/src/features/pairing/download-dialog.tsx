import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMobile, thisPlatform } from '../../app-link/platform.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LaptopIcon } from '../../ui/icons/laptop-icon.tsx';
import { PhoneIcon } from '../../ui/icons/phone-icon.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DesktopSlide } from './desktop-slide.tsx';
import { MobileSlide } from './mobile-slide.tsx';

/** The app downloads, starting with this device. product.md §2 */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [slide, setSlide] = useState<'desktop' | 'mobile'>(isMobile(thisPlatform()) ? 'mobile' : 'desktop');
  return (
    <Dialog title={t('download.title')} wide onClose={onClose} closeLabel={t('dialog.close')}>
      <div className="mt-4">
        <Tabs
          label={t('addDevice.deviceType')}
          tabs={[
            { id: 'desktop', label: t('addDevice.desktop'), icon: <LaptopIcon size="sm" /> },
            { id: 'mobile', label: t('addDevice.mobile'), icon: <PhoneIcon size="sm" /> },
          ]}
          selected={slide}
          onSelect={setSlide}
        >
          {slide === 'desktop' ? <DesktopSlide /> : <MobileSlide />}
        </Tabs>
      </div>
    </Dialog>
  );
}
