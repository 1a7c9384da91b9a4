import type { Device } from '#shared/devices.ts';
import { readPlatform } from '#shared/wire-values.ts';

export const isRouter = ({ platform }: Pick<Device, 'platform'>): boolean => readPlatform(platform) === 'router';
