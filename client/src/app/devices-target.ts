import { type DeviceKind, readDeviceKind } from '../features/pairing/device-kind.ts';

/** What the address asks for within the devices section; leaving the section leaves it behind. product.md §2 */
export type DevicesTarget =
  | { readonly kind: 'list' }
  | { readonly kind: 'add'; readonly wanted: DeviceKind | null }
  | { readonly kind: 'router'; readonly deviceId: string | null };

/** @param search as in `location.search` */
export function readDevicesTarget(search: string): DevicesTarget {
  const query = new URLSearchParams(search);
  if (query.get('section')?.toUpperCase() === 'ROUTER') return { kind: 'router', deviceId: query.get('device_id') };
  const adding = query.get('add_new_device');
  if (adding === null || adding === 'false' || adding === '0') return { kind: 'list' };
  return { kind: 'add', wanted: readDeviceKind(adding) };
}
