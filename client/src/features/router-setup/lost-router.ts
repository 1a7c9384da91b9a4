import type { Device } from '#shared/devices.ts';
import { readPlatform } from '#shared/wire-values.ts';

/** A router that was asked for without an answer: nobody knows whether it was made. */
export interface LostRouter {
  readonly name: string;
  /** The devices that were there before. */
  readonly knownIds: readonly string[];
}

/** The router in a fresh list; null when it was not made. */
export const findLostRouter = ({ name, knownIds }: LostRouter, devices: readonly Device[]): Device | null =>
  devices.find(
    (device) => readPlatform(device.platform) === 'router' && device.name === name && !knownIds.includes(device.id),
  ) ?? null;
