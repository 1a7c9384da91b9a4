import useSWR, { mutate, type SWRResponse } from 'swr';
import type { Call } from '#shared/calls.ts';
import type { ResponseOf } from '#shared/contract.ts';
import { readSession, sessionStore } from '../session/session.ts';
import { remoteChanges } from '../session/tabs.ts';
import { checkResponseLater } from './check-response.ts';
import { request } from './request.ts';
import type { RequestProblem } from './request-problem.ts';

type Query = Readonly<Record<string, string>>;
type Key = readonly [path: string, query: string];

const keyOf = (call: Call, query?: Query): Key => [call.path, new URLSearchParams(query).toString()];

/**
 * Reads a call through SWR: shared by all components, and reloaded when the tab or the network comes back.
 * @param call null reads nothing
 */
export function useRead<Wanted extends Call>(
  call: Wanted | null,
  query?: Query,
): SWRResponse<ResponseOf<Wanted>, RequestProblem> {
  return useSWR<ResponseOf<Wanted>, RequestProblem>(
    call && keyOf(call, query),
    async () => {
      const wanted = call as Wanted;
      const response = await request(wanted, undefined, query && { query });
      checkResponseLater(wanted, response);
      return response;
    },
    // `request` already retries; a failure that remains is shown with a button.
    { shouldRetryOnError: false },
  );
}

/** Reloads a call everywhere it is shown, with any query. */
export async function refresh(call: Call): Promise<void> {
  await mutate((key) => Array.isArray(key) && key[0] === call.path);
}

/** Changes the cached response of a call everywhere it is shown, without a request. */
export async function updateCache<Wanted extends Call>(
  call: Wanted,
  change: (shown: ResponseOf<Wanted>) => ResponseOf<Wanted>,
): Promise<void> {
  await mutate<ResponseOf<Wanted>>(
    (key) => Array.isArray(key) && key[0] === call.path,
    (shown) => shown && change(shown),
    { revalidate: false },
  );
}

const everything = () => true;

remoteChanges.subscribe(() => void mutate(everything));

// Drops the data of the previous account.
let lastGeneration = readSession().generation;
sessionStore.subscribe(() => {
  const { generation, signedIn } = readSession();
  if (generation === lastGeneration) return;
  lastGeneration = generation;
  void mutate(everything, undefined, { revalidate: signedIn });
});
