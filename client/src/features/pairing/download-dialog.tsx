import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { isMobile, thisPlatform } from '../../app-link/platform.ts';
import { hasFreeSlot, hasNoSlots } from '../../profile/device-limit.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LaptopIcon } from '../../ui/icons/laptop-icon.tsx';
import { PhoneIcon } from '../../ui/icons/phone-icon.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DesktopSlide } from './desktop-slide.tsx';
import { MobileSlide } from './mobile-slide.tsx';
import { NoSlot } from './no-slot.tsx';
import { PairingResult } from './pairing-result.tsx';
import { useNewDevices } from './use-new-devices.ts';

interface DownloadDialogProps {
  profile: Profile;
  /** @param newIds the devices that were paired meanwhile */
  onPaired: (newIds: readonly string[]) => void;
  onClose: () => void;
}

/** The app downloads, starting with this device. product.md §2 */
export function DownloadDialog({ profile, onPaired, onClose }: DownloadDialogProps) {
  const { t } = useTranslation();
  const newDevices = useNewDevices(profile.devices, onPaired);
  const canAdd = hasFreeSlot(profile);
  const noSlot = canAdd ? null : <NoSlot none={hasNoSlots(profile)} onManage={onClose} />;
  const [slide, setSlide] = useState<'desktop' | 'mobile'>(isMobile(thisPlatform()) ? 'mobile' : 'desktop');
  return (
    <Dialog title={t('download.title')} wide onClose={onClose} closeLabel={t('dialog.close')}>
      <PairingResult newDevices={newDevices} full={!canAdd} onDone={onClose} />
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
          {slide === 'desktop' ? <DesktopSlide noSlot={noSlot} /> : <MobileSlide noSlot={noSlot} />}
        </Tabs>
      </div>
    </Dialog>
  );
}
