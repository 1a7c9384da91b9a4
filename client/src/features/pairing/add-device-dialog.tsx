import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { isMobile, thisPlatform } from '../../app-link/platform.ts';
import { hasFreeSlot, hasNoSlots } from '../../profile/device-limit.ts';
import { type DeviceKind, deviceKinds } from '../../profile/devices-url.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LaptopIcon } from '../../ui/icons/laptop-icon.tsx';
import { PhoneIcon } from '../../ui/icons/phone-icon.tsx';
import { RouterIcon } from '../../ui/icons/router-icon.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { DesktopSlide } from './desktop-slide.tsx';
import { MobileSlide } from './mobile-slide.tsx';
import { NoSlot } from './no-slot.tsx';
import { PairingResult } from './pairing-result.tsx';
import { RouterSlide } from './router-slide.tsx';
import { useNewDevices } from './use-new-devices.ts';

interface AddDeviceDialogProps {
  profile: Profile;
  /** The kind that a link requested. */
  requested: DeviceKind | null;
  /** Another kind of device was selected: shows it by `requested`. */
  onSelect: (kind: DeviceKind) => void;
  /** @param newIds the devices that were paired meanwhile */
  onPaired: (newIds: readonly string[]) => void;
  onClose: () => void;
}

/** "Add new device". Setapp users add routers only; their apps come with Setapp. product.md §6 */
export function AddDeviceDialog({ profile, requested, onSelect, onPaired, onClose }: AddDeviceDialogProps) {
  const { t } = useTranslation();
  const kinds: readonly DeviceKind[] = profile.type === 'setapp' ? ['router'] : deviceKinds;
  const usual = isMobile(thisPlatform()) ? 'mobile' : 'desktop';
  const selected = requested ?? usual;
  const shown = kinds.includes(selected) ? selected : 'router';
  const newDevices = useNewDevices(profile.devices, onPaired);
  const canAdd = hasFreeSlot(profile);
  const noSlot = canAdd ? null : <NoSlot none={hasNoSlots(profile)} onManage={onClose} />;
  const tabs: Readonly<Record<DeviceKind, Tab<DeviceKind>>> = {
    desktop: { id: 'desktop', label: t('addDevice.desktop'), icon: <LaptopIcon size="sm" /> },
    mobile: { id: 'mobile', label: t('addDevice.mobile'), icon: <PhoneIcon size="sm" /> },
    router: { id: 'router', label: t('addDevice.router'), icon: <RouterIcon size="sm" /> },
  };
  const slides: Readonly<Record<DeviceKind, ReactNode>> = {
    desktop: <DesktopSlide noSlot={noSlot} />,
    mobile: <MobileSlide noSlot={noSlot} />,
    router: <RouterSlide />,
  };
  return (
    <Dialog title={t('devices.add')} wide onClose={onClose} closeLabel={t('dialog.close')}>
      <PairingResult newDevices={newDevices} full={!canAdd} onDone={onClose} />
      <div className="mt-4">
        <Tabs
          label={t('addDevice.deviceType')}
          tabs={kinds.map((kind) => tabs[kind])}
          selected={shown}
          onSelect={onSelect}
        >
          {slides[shown]}
        </Tabs>
      </div>
    </Dialog>
  );
}
