import { useTranslation } from 'react-i18next';
import type { Device } from '#shared/devices.ts';
import { describeDevice } from './describe-device.ts';

/** `describeDevice` in the interface language. */
export function useDescribeDevice(): (device: Device) => string {
  const { t } = useTranslation();
  return (device) => describeDevice(device, t('addDevice.router'));
}
