import type { Profile } from '#shared/profile.ts';

/** Devices that an account may have where its profile does not say. product.md §5, decisions.md §4 */
const usualLimit = 6;
const setappLimit = 8;

export const deviceLimit = ({ device_limit, type }: Pick<Profile, 'device_limit' | 'type'>): number =>
  device_limit ?? (type === 'setapp' ? setappLimit : usualLimit);
