import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { codes } from '#shared/problem.ts';
import { RequestProblem } from '../api/request-problem.ts';
import { write } from '../api/write.ts';
import { isRouter } from './is-router.ts';

/** Unlinks a device, or deletes a router. One that is gone already, because of another tab, counts as removed. */
export async function removeDevice(device: Pick<Device, 'id' | 'platform'>): Promise<void> {
  const body = { device_id: device.id };
  try {
    await (isRouter(device) ? write(calls.deleteRouter, body) : write(calls.unlinkDevice, body));
  } catch (problem) {
    if (!(problem instanceof RequestProblem && problem.code === codes.notFound)) throw problem;
  }
}
