import { calls } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import type { CreatedRouter, RouterDraft } from '#shared/router-setup.ts';
import { act } from '../../api/act.ts';
import { refresh } from '../../api/read.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { keepRouterConfiguration } from './use-router-configuration.ts';

/** Makes a router on the account; the list of devices follows, whatever became of the call. */
export async function createRouter(draft: RouterDraft): Promise<CreatedRouter> {
  try {
    const created = await act(calls.createRouterConfiguration, draft);
    const { device_id, ...configuration } = created;
    await keepRouterConfiguration(device_id, { ...draft, ...configuration });
    return created;
  } finally {
    void refresh(calls.profile);
  }
}

/** Whether there was no free slot. product.md §8 */
export const isDeviceLimit = (problem: unknown): boolean =>
  problem instanceof RequestProblem &&
  problem.code === codes.resourceExhausted &&
  problem.message === 'device limit reached';
