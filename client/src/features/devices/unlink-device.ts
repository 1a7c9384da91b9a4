import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { codes } from '#shared/problem.ts';
import { refresh, updateCache } from '../../api/read.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { write } from '../../api/write.ts';
import { isRouter } from '../../profile/is-router.ts';

/** Unlinks a device and updates list and counter. A device that another tab unlinked counts as done. */
export async function unlinkDevice(device: Device): Promise<void> {
  const body = { device_id: device.id };
  try {
    await (isRouter(device) ? write(calls.deleteRouter, body) : write(calls.unlinkDevice, body));
  } catch (problem) {
    if (!(problem instanceof RequestProblem && problem.code === codes.notFound)) throw problem;
  }
  await updateCache(calls.profile, ({ profile }) => ({
    profile: { ...profile, devices: profile.devices.filter(({ id }) => id !== device.id) },
  }));
  void refresh(calls.profile);
}
