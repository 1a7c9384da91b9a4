import useSWR, { mutate, type SWRResponse } from 'swr';
import { calls } from '#shared/calls.ts';
import type { RouterConfiguration } from '#shared/router-setup.ts';
import { checkResponseLater } from '../../api/check-response.ts';
import { request } from '../../api/request.ts';
import type { RequestProblem } from '../../api/request-problem.ts';

const keyOf = (deviceId: string) => [calls.routerConfiguration.path, deviceId] as const;

/** The stored setup of a router. */
export const useRouterConfiguration = (deviceId: string): SWRResponse<RouterConfiguration, RequestProblem> =>
  useSWR<RouterConfiguration, RequestProblem>(
    keyOf(deviceId),
    async () => {
      const answer = await request(calls.routerConfiguration, { device_id: deviceId });
      checkResponseLater(calls.routerConfiguration, answer);
      return answer;
    },
    // It never changes, and what was just created is known already.
    { shouldRetryOnError: false, revalidateIfStale: false, revalidateOnFocus: false },
  );

/** Keeps the setup of a router that was just created: its screen need not ask for it. */
export async function keepRouterConfiguration(deviceId: string, configuration: RouterConfiguration): Promise<void> {
  await mutate(keyOf(deviceId), configuration, { revalidate: false });
}
