import type { Section } from '../paths.ts';
import { type DeviceKind, deviceKinds } from '../profile/device-paths.ts';

/** The section that the address requests, if it is available; else the first. product.md §2 */
export function readSection(search: string, available: readonly Section[]): Section {
  const requested = requestedSection(new URLSearchParams(search));
  return available.find((section) => section === requested) ?? 'ACCOUNT';
}

function requestedSection(query: URLSearchParams): string | undefined {
  // A link into a section may omit the section itself.
  if (!query.has('profile_section') && query.has('add_new_device')) return 'DEVICES';
  const requested = (query.get('profile_section') ?? query.get('section'))?.toUpperCase();
  return requested === 'ROUTER' ? 'DEVICES' : requested;
}

/** What the address requests within the devices section. Links to other sections drop it. product.md §2 */
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
