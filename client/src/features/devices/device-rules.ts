import type { Device } from '#shared/devices.ts';
import type { Profile } from '#shared/profile.ts';
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

export function formFactorOf({ platform }: Pick<Device, 'platform'>): FormFactor {
  const known = readPlatform(platform);
  return known ? formFactors[known] : 'unknown';
}

export const isRouter = ({ platform }: Pick<Device, 'platform'>): boolean => readPlatform(platform) === 'router';

/**
 * For example "macOS · MacBookPro18,3". An unknown platform keeps its spelling.
 * @param router the translated word for a router, the only platform without a brand name
 */
export function describeDevice({ platform, model }: Pick<Device, 'platform' | 'model'>, router: string): string {
  const known = readPlatform(platform);
  const name = known === 'router' ? router : known ? brandNames[known] : platform;
  return [name, model].filter(Boolean).join(' · ');
}

/** The device limit if the profile does not contain one. product.md §5, decisions.md §4 */
const usualLimit = 6;
const setappLimit = 8;

export const deviceLimit = ({ device_limit, type }: Pick<Profile, 'device_limit' | 'type'>): number =>
  device_limit ?? (type === 'setapp' ? setappLimit : usualLimit);
