import type { Device } from '#shared/devices.ts';
import { type Platform, readPlatform } from '#shared/wire-values.ts';

/** The platforms' own names, which are not translated. */
const brandNames: Readonly<Record<Exclude<Platform, 'router'>, string>> = {
  macos: 'macOS',
  windows: 'Windows',
  android: 'Android',
  ios: 'iOS',
};

/** The icon of a device. */
export type FormFactor = 'laptop' | 'monitor' | 'phone' | 'router' | 'unknown';

const formFactors: Readonly<Record<Platform, FormFactor>> = {
  macos: 'laptop',
  windows: 'monitor',
  android: 'phone',
  ios: 'phone',
  router: 'router',
};

export function findFormFactor({ platform }: Pick<Device, 'platform'>): FormFactor {
  const known = readPlatform(platform);
  return known ? formFactors[known] : 'unknown';
}

/**
 * For example "macOS · MacBookPro18,3". An unknown platform keeps its spelling.
 * @param router the translated word for a router, the only platform without a brand name
 */
export function describeDevice({ platform, model }: Pick<Device, 'platform' | 'model'>, router: string): string {
  const known = readPlatform(platform);
  const name = known === 'router' ? router : known ? brandNames[known] : platform;
  return [name, model].filter(Boolean).join(' · ');
}
