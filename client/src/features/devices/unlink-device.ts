import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { codes } from '#shared/problem.ts';
import { act } from '../../api/act.ts';
import { foresee, refresh } from '../../api/read.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { isRouter } from './describe-device.ts';

/** Takes a device off the account; list and counter follow together. One that another tab has unlinked already is gone, too. */
export async function unlinkDevice(device: Device): Promise<void> {
  const body = { device_id: device.id };
  try {
    await (isRouter(device) ? act(calls.deleteRouter, body) : act(calls.unlinkDevice, body));
  } catch (problem) {
    if (!(problem instanceof RequestProblem && problem.code === codes.notFound)) throw problem;
  }
  await foresee(calls.profile, ({ profile }) => ({
    profile: { ...profile, devices: profile.devices.filter(({ id }) => id !== device.id) },
  }));
  void refresh(calls.profile);
}
