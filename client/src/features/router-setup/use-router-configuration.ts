import useSWR, { mutate, type SWRResponse } from 'swr';
import { calls } from '#shared/calls.ts';
import type { RouterConfiguration } from '#shared/router-setup.ts';
import { checkResponseLater } from '../../api/check-response.ts';
import { request } from '../../api/request.ts';
import type { RequestProblem } from '../../api/request-problem.ts';
import { requireText } from '../../api/require-text.ts';

const keyOf = (deviceId: string) => [calls.routerConfiguration.path, deviceId] as const;

/** The stored configuration of a router. Not by `useRead`: no other read sends a body, and this one never changes. */
export const useRouterConfiguration = (deviceId: string): SWRResponse<RouterConfiguration, RequestProblem> =>
  useSWR<RouterConfiguration, RequestProblem>(
    keyOf(deviceId),
    async () => {
      const response = await request(calls.routerConfiguration, { device_id: deviceId });
      checkResponseLater(calls.routerConfiguration, response);
      return normalizeRouterConfiguration(response);
    },
    // Immutable, and known already right after creation.
    { shouldRetryOnError: false, revalidateIfStale: false, revalidateOnFocus: false },
  );

/** Caches the configuration of a new router, so that its screen sends no request. */
export async function keepRouterConfiguration(deviceId: string, configuration: RouterConfiguration): Promise<void> {
  await mutate(keyOf(deviceId), normalizeRouterConfiguration(configuration), { revalidate: false });
}

/**
 * Makes a configuration safe to show.
 * @throws {RequestProblem} without the router's location
 */
function normalizeRouterConfiguration(configuration: RouterConfiguration): RouterConfiguration {
  const { shortcut_id, router_configuration: file, node_login, node_password } = configuration;
  requireText(shortcut_id);
  return {
    ...configuration,
    node_login: typeof node_login === 'string' ? node_login : '',
    node_password: typeof node_password === 'string' ? node_password : '',
    router_configuration: typeof file === 'string' ? file : null,
  };
}
