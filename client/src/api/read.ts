import useSWR, { mutate, type SWRResponse } from 'swr';
import type { Call } from '#shared/calls.ts';
import type { ResponseOf } from '#shared/contract.ts';
import { readSession, subscribeToSession } from '../session/session.ts';
import { onRemoteChange } from '../session/tabs.ts';
import { checkResponseLater } from './check-response.ts';
import { request } from './request.ts';
import type { RequestProblem } from './request-problem.ts';

type Query = Readonly<Record<string, string>>;
type Key = readonly [path: string, query: string];

const keyOf = (call: Call, query?: Query): Key => [call.path, new URLSearchParams(query).toString()];

/**
 * Reads a call and keeps it fresh: shared by all who ask, read again on return to the tab or the network.
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
      const answer = await request(wanted, undefined, query && { query });
      checkResponseLater(wanted, answer);
      return answer;
    },
    // `request` has retried already; what still fails is shown with a button.
    { shouldRetryOnError: false },
  );
}

/** Reads a call again wherever it is shown, with whatever query. */
export async function refresh(call: Call): Promise<void> {
  await mutate((key) => Array.isArray(key) && key[0] === call.path);
}

/** Shows a change at once, before the server has agreed; the returned function takes it back by reading again. */
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

onRemoteChange(() => void mutate(everything));

let lastGeneration = readSession().generation;
subscribeToSession(() => {
  const { generation, signedIn } = readSession();
  if (generation === lastGeneration) return;
  lastGeneration = generation;
  void mutate(everything, undefined, { revalidate: signedIn });
});
