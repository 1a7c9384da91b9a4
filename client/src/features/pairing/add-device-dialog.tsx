import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { isMobile, thisPlatform } from '../../app-link/platform.ts';
import { type DeviceKind, deviceKinds } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LaptopIcon } from '../../ui/icons/laptop-icon.tsx';
import { PhoneIcon } from '../../ui/icons/phone-icon.tsx';
import { RouterIcon } from '../../ui/icons/router-icon.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { DesktopSlide } from './desktop-slide.tsx';
import { MobileSlide } from './mobile-slide.tsx';
import { RouterSlide } from './router-slide.tsx';

interface AddDeviceDialogProps {
  profile: Pick<Profile, 'type'>;
  /** The kind that a link requested. */
  requested: DeviceKind | null;
  /** The path of the manual router setup. */
  routerPath: string;
  onClose: () => void;
}

/** "Add new device". Setapp users add routers only; their apps come with Setapp. product.md §6 */
export function AddDeviceDialog({ profile, requested, routerPath, onClose }: AddDeviceDialogProps) {
  const { t } = useTranslation();
  const kinds: readonly DeviceKind[] = profile.type === 'setapp' ? ['router'] : deviceKinds;
  const usual = isMobile(thisPlatform()) ? 'mobile' : 'desktop';
  const [selected, setSelected] = useState<DeviceKind>(requested ?? usual);
  const shown = kinds.includes(selected) ? selected : 'router';
  const tabs: Readonly<Record<DeviceKind, Tab<DeviceKind>>> = {
    desktop: { id: 'desktop', label: t('addDevice.desktop'), icon: <LaptopIcon size="sm" /> },
    mobile: { id: 'mobile', label: t('addDevice.mobile'), icon: <PhoneIcon size="sm" /> },
    router: { id: 'router', label: t('addDevice.router'), icon: <RouterIcon size="sm" /> },
  };
  const slides: Readonly<Record<DeviceKind, ReactNode>> = {
    desktop: <DesktopSlide />,
    mobile: <MobileSlide />,
    router: <RouterSlide routerPath={routerPath} />,
  };
  return (
    <Dialog title={t('devices.add')} wide onClose={onClose} closeLabel={t('dialog.close')}>
      <div className="mt-4">
        <Tabs
          label={t('addDevice.deviceType')}
          tabs={kinds.map((kind) => tabs[kind])}
          selected={shown}
          onSelect={setSelected}
        >
          {slides[shown]}
        </Tabs>
      </div>
    </Dialog>
  );
}
