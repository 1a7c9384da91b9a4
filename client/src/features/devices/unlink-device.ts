import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { refresh, updateCache } from '../../api/read.ts';
import { removeDevice } from '../../profile/remove-device.ts';
import { runRepeatableWrite } from '../../profile/verified-write.ts';

/** Unlinks a device and updates list and counter. */
export async function unlinkDevice(device: Device): Promise<void> {
  await runRepeatableWrite(
    () => removeDevice(device),
    ({ devices }) => !devices.some(({ id }) => id === device.id),
  );
  await updateCache(calls.profile, ({ profile }) => ({
    profile: { ...profile, devices: profile.devices.filter(({ id }) => id !== device.id) },
  }));
  void refresh(calls.profile);
}
