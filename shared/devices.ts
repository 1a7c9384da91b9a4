import * as z from 'zod/mini';
import { entity } from './entity.ts';
import { platformSpellings } from './wire-values.ts';

export const Device = entity({
  id: z.string(),
  name: z.string(),
  model: z.nullish(z.string()),
  /** Capitalization varies; `readPlatform` normalizes it. product.md §3 */
  platform: z.enum(platformSpellings),
});
export type Device = z.infer<typeof Device>;

export const UnlinkDeviceRequest = z.object({ device_id: z.string().check(z.minLength(1)) });
export type UnlinkDeviceRequest = z.infer<typeof UnlinkDeviceRequest>;

export const RenameDeviceRequest = z.object({
  device_id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1), z.maxLength(50)),
});
export type RenameDeviceRequest = z.infer<typeof RenameDeviceRequest>;

export const DeleteRouterRequest = z.object({ device_id: z.string().check(z.minLength(1)) });
export type DeleteRouterRequest = z.infer<typeof DeleteRouterRequest>;
