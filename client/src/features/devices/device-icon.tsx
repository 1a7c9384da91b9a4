import type { ReactNode } from 'react';
import type { Device } from '#shared/devices.ts';
import { DevicesIcon } from '../../ui/icons/devices-icon.tsx';
import { LaptopIcon } from '../../ui/icons/laptop-icon.tsx';
import { MonitorIcon } from '../../ui/icons/monitor-icon.tsx';
import { PhoneIcon } from '../../ui/icons/phone-icon.tsx';
import { RouterIcon } from '../../ui/icons/router-icon.tsx';
import { type FormFactor, findFormFactor } from './describe-device.ts';

const icons: Readonly<Record<FormFactor, ReactNode>> = {
  laptop: <LaptopIcon />,
  monitor: <MonitorIcon />,
  phone: <PhoneIcon />,
  router: <RouterIcon />,
  unknown: <DevicesIcon />,
};

export const DeviceIcon = ({ device }: { device: Pick<Device, 'platform'> }) => icons[findFormFactor(device)];
