import type { Device } from '#shared/devices.ts';
import type { Profile } from '#shared/profile.ts';
import { type Platform, readPlatform } from '#shared/wire-values.ts';

/** The platforms' own spelling of their names; no language changes them. */
const brandNames: Readonly<Record<Exclude<Platform, 'router'>, string>> = {
  macos: 'macOS',
  windows: 'Windows',
  android: 'Android',
  ios: 'iOS',
};

/** What a device is drawn as. */
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
 * "macOS · MacBookPro18,3"; a platform that is not ours keeps its spelling.
 * @param router what a router is called in the reader's language: the only platform that is no brand
 */
export function describeDevice({ platform, model }: Pick<Device, 'platform' | 'model'>, router: string): string {
  const known = readPlatform(platform);
  const name = known === 'router' ? router : known ? brandNames[known] : platform;
  return [name, model].filter(Boolean).join(' · ');
}

/** Devices that an account may have where its profile does not say. product.md §5, decisions.md §4 */
const usualLimit = 6;
const setappLimit = 8;

export const deviceLimit = ({ device_limit, type }: Pick<Profile, 'device_limit' | 'type'>): number =>
  device_limit ?? (type === 'setapp' ? setappLimit : usualLimit);
