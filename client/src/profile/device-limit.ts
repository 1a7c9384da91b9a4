import type { Profile } from '#shared/profile.ts';

/** The device limit if the profile does not contain one. product.md §5, decisions.md §4 */
const defaultLimit = 6;
const setappLimit = 8;

type WithLimit = Pick<Profile, 'device_limit' | 'type'>;

/** The number of devices that the account may have. */
export const deviceLimit = ({ device_limit, type }: WithLimit): number =>
  device_limit ?? (type === 'setapp' ? setappLimit : defaultLimit);

/** Whether the account can add a device. */
export const hasFreeSlot = (profile: WithLimit & Pick<Profile, 'devices'>): boolean =>
  profile.devices.length < deviceLimit(profile);

/** Whether the account may have no devices at all. */
export const hasNoSlots = (profile: WithLimit): boolean => deviceLimit(profile) < 1;
