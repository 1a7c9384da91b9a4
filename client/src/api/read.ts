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
 * @param normalize completes a response that lacks members, before anything shows it
 */
export function useRead<C extends Call>(
  call: C | null,
  query?: Query,
  normalize?: (response: unknown) => ResponseOf<C>,
): SWRResponse<ResponseOf<C>, RequestProblem> {
  return useSWR<ResponseOf<C>, RequestProblem>(
    call && keyOf(call, query),
    async () => {
      const requested = call as C;
      const response = await request(requested, undefined, query && { query });
      checkResponseLater(requested, response);
      return normalize ? normalize(response) : response;
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
export async function updateCache<C extends Call>(
  call: C,
  change: (shown: ResponseOf<C>) => ResponseOf<C>,
): Promise<void> {
  await mutate<ResponseOf<C>>(
    (key) => Array.isArray(key) && key[0] === call.path,
    (shown) => shown && change(shown),
    { revalidate: false },
  );
}

const everything = () => true;

/**
 * Reloads what is shown after another tab has changed the account, and drops the data of the previous account after a
 * sign-in, a sign-out or an account switch, in this tab or another. session/tabs.ts receives what other tabs did;
 * session/session.ts counts the generations of the session.
 */
function clearCacheOnAccountChange(): void {
  remoteChanges.subscribe(() => void mutate(everything));
  let lastGeneration = readSession().generation;
  sessionStore.subscribe(() => {
    const { generation, signedIn } = readSession();
    if (generation === lastGeneration) return;
    lastGeneration = generation;
    void mutate(everything, undefined, { revalidate: signedIn });
  });
}

// On import, not in main.tsx: the entry chunk does not contain SWR.
clearCacheOnAccountChange();
