import type { Profile } from '#shared/profile.ts';

/** The device limit if the profile does not contain one. product.md §5, decisions.md §4 */
const usualLimit = 6;
const setappLimit = 8;

export const deviceLimit = ({ device_limit, type }: Pick<Profile, 'device_limit' | 'type'>): number =>
  device_limit ?? (type === 'setapp' ? setappLimit : usualLimit);
