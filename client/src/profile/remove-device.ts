import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { refresh, updateCache } from '../api/read.ts';
import { write } from '../api/write.ts';
import { isRouter } from './is-router.ts';
import { runRepeatableWrite } from './write-outcome.ts';

/**
 * Unlinks a device, or deletes a router, and updates list and counter. One that is gone already, because of another
 * tab, counts as removed.
 */
export async function removeDevice(device: Pick<Device, 'id' | 'platform'>): Promise<void> {
  const body = { device_id: device.id };
  const isOther = ({ id }: Pick<Device, 'id'>) => id !== device.id;
  try {
    await runRepeatableWrite(
      () => (isRouter(device) ? write(calls.deleteRouter, body) : write(calls.unlinkDevice, body)),
      ({ devices }) => devices.every(isOther),
    );
    await updateCache(calls.profile, ({ profile }) => ({
      profile: { ...profile, devices: profile.devices.filter(isOther) },
    }));
  } finally {
    void refresh(calls.profile);
  }
}
