import type { ProcessStack } from '../../support/built-stack.ts';

interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** The requests to one path that the sandbox has received. */
export async function listRequests(stack: ProcessStack, path: string): Promise<Arrived[]> {
  const response = await fetch(`${stack.sandboxOrigin}/sandbox/requests`);
  const requests = (await response.json()) as Arrived[];
  return requests.filter((request) => request.path === path);
}
