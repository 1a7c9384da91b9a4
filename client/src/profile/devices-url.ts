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

/** What the URL requests within the devices section. Links to other sections drop it. product.md §2 */
export type DevicesTarget =
  | { readonly kind: 'list' }
  | { readonly kind: 'add'; readonly requested: DeviceKind | null }
  /** `replacedId`: the router that the new one replaces. */
  | { readonly kind: 'router'; readonly deviceId: string | null; readonly replacedId: string | null };

/** @param search as in `location.search` */
export function readDevicesTarget(search: string): DevicesTarget {
  const query = new URLSearchParams(search);
  if (query.get('section')?.toUpperCase() === 'ROUTER') {
    return { kind: 'router', deviceId: query.get('device_id'), replacedId: query.get('replaces') };
  }
  const adding = query.get('add_new_device');
  if (adding === null || adding === 'false' || adding === '0') return { kind: 'list' };
  return { kind: 'add', requested: deviceKinds.find((kind) => kind === adding.toLowerCase()) ?? null };
}
