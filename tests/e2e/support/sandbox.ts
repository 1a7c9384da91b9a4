import type { ProcessStack } from '../../support/processes.ts';

interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** What the sandbox has answered so far, to one path. */
export async function listRequests(stack: ProcessStack, path: string): Promise<Arrived[]> {
  const answer = await fetch(`${stack.sandboxOrigin}/sandbox/requests`);
  const requests = (await answer.json()) as Arrived[];
  return requests.filter((request) => request.path === path);
}
