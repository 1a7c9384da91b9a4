import type { Call } from '#shared/calls.ts';
import type { RequestOf, ResponseOf } from '#shared/contract.ts';
import { completeSignOut } from '../session/sign-out.ts';
import { reportFailedCall } from './report-error.ts';
import { isTransient, RequestProblem, readProblem, sessionEndReason } from './request-problem.ts';

// Longer than the gateway's own timeout, so that its more specific response arrives first.
const timeoutMs = 30_000;

const retryDelaysMs = [400, 1500];

/** A longer `retry-after` shows the error at once. */
const longestRetryAfterSeconds = 5;

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Sends a call of the call table through the gateway. Reads retry transient failures twice; writes never retry.
 * @throws {RequestProblem} for every failure
 */
export async function request<C extends Call>(
  call: C,
  body?: RequestOf<C>,
  options: RequestOptions = {},
): Promise<ResponseOf<C>> {
  const delays = call.method === 'GET' ? retryDelaysMs : [];
  for (const delay of delays) {
    try {
      return await send(call, body, options);
    } catch (problem) {
      if (!(problem instanceof RequestProblem) || !isTransient(problem) || !navigator.onLine) throw problem;
      if (options.signal?.aborted) throw problem;
      const retryAfterSeconds = problem.retryAfterSeconds ?? 0;
      if (retryAfterSeconds > longestRetryAfterSeconds) throw problem;
      await new Promise((resolve) => setTimeout(resolve, Math.max(delay, retryAfterSeconds * 1000)));
    }
  }
  return await send(call, body, options);
}

async function send<C extends Call>(
  call: C,
  body: RequestOf<C> | undefined,
  { query, signal }: RequestOptions,
): Promise<ResponseOf<C>> {
  const address = query ? `${call.path}?${new URLSearchParams(query)}` : call.path;
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(address, {
    method: call.method,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    throw new RequestProblem(0, null, null, null);
  });
  if (!response.ok) {
    const problem = await readProblem(response);
    if (response.headers.get('session-ended') === '1') {
      completeSignOut(sessionEndReason(problem));
    }
    if (isUnexpected(call, problem)) reportFailedCall(call, problem);
    throw problem;
  }
  return (await readResponse(response)) as ResponseOf<C>;
}

/** An acknowledgment may have no body. A body that is not JSON does not come from the upstream. */
async function readResponse(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => null);
  if (text === '') return {};
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new RequestProblem(502, null, response.headers.get('trace-id'), null);
  }
}

/** Wrong input and the end of a session are expected. */
const isUnexpected = (call: Call, { status }: RequestProblem): boolean =>
  status >= 500 || (call.access === 'session' && status !== 401 && status !== 429);
