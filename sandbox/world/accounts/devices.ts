import { findPlace } from '../../routers/catalog.ts';
import type { Device } from '../account.ts';
import { deriveId } from '../derive-ids.ts';

const device = (owner: string, name: string, platform: string, model: string): Device => ({
  id: deriveId('device', `${owner}:${name}`),
  name,
  model,
  platform,
});

export const computer = (owner: string, name: string, platform: 'macos' | 'windows', model: string): Device =>
  device(owner, name, platform, model);

export const phone = (owner: string, name: string, platform: 'ios' | 'android', model: string): Device =>
  device(owner, name, platform, model);

interface RouterSeed {
  readonly city: string;
  readonly group?: 'countries' | 'streaming';
  readonly enhancer?: string;
  /** False for a router whose file was not stored. */
  readonly stored?: boolean;
}

export function router(
  owner: string,
  name: string,
  { city, group = 'countries', enhancer = 'general', stored = true }: RouterSeed,
): Device {
  const id = deriveId('router', `${owner}:${name}`);
  return {
    ...device(owner, name, 'router', 'OpenVPN'),
    configuration: {
      ...findPlace(group, city),
      enhancer,
      login: `skr-${id.slice(0, 8)}`,
      password: id.slice(9).replaceAll('-', ''),
      file: stored ? null : '',
    },
  };
}
