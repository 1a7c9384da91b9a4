import useSWR, { mutate, type SWRResponse } from 'swr';
import { calls } from '#shared/calls.ts';
import type { RouterConfiguration } from '#shared/router-setup.ts';
import { checkResponseLater } from '../../api/check-response.ts';
import { request } from '../../api/request.ts';
import type { RequestProblem } from '../../api/request-problem.ts';

const keyOf = (deviceId: string) => [calls.routerConfiguration.path, deviceId] as const;

/** The stored configuration of a router. */
export const useRouterConfiguration = (deviceId: string): SWRResponse<RouterConfiguration, RequestProblem> =>
  useSWR<RouterConfiguration, RequestProblem>(
    keyOf(deviceId),
    async () => {
      const response = await request(calls.routerConfiguration, { device_id: deviceId });
      checkResponseLater(calls.routerConfiguration, response);
      return response;
    },
    // Immutable, and known already right after creation.
    { shouldRetryOnError: false, revalidateIfStale: false, revalidateOnFocus: false },
  );

/** Caches the configuration of a new router, so that its screen sends no request. */
export async function keepRouterConfiguration(deviceId: string, configuration: RouterConfiguration): Promise<void> {
  await mutate(keyOf(deviceId), configuration, { revalidate: false });
}
