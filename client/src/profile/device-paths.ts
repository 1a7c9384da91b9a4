import { sectionPath } from '../paths.ts';

/** The manual router setup, or the screen of an existing router. */
export const routerPath = (deviceId?: string): string =>
  `${sectionPath('DEVICES')}&section=ROUTER${deviceId === undefined ? '' : `&device_id=${encodeURIComponent(deviceId)}`}`;

/** The manual router setup for a router that gets another location. */
export const routerReplacementPath = (deviceId: string): string =>
  `${routerPath()}&replaces=${encodeURIComponent(deviceId)}`;

/** The devices section with "Add new device" open. product.md §2 */
export const addDevicePath = `${sectionPath('DEVICES')}&add_new_device=true`;

/** The values of `add_new_device`: the tabs of "Add new device". product.md §2 */
export const deviceKinds = ['desktop', 'mobile', 'router'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** "Add new device" with one of its tabs selected. */
export const addDeviceKindPath = (kind: DeviceKind): string => `${sectionPath('DEVICES')}&add_new_device=${kind}`;
