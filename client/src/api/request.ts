import type { Call } from '#shared/calls.ts';
import type { RequestOf, ResponseOf } from '#shared/contract.ts';
import { completeSignOut } from '../session/sign-out.ts';
import { reportFailedCall } from './report-error.ts';
import { isTransient, RequestProblem, readProblem, sessionEndReason } from './request-problem.ts';

// Longer than the gateway waits for the upstream, so that its answer, which says more, comes first.
const timeoutMs = 30_000;

const retryDelaysMs = [400, 1500];

/** Nobody watches a spinner longer than this for a server that asks for patience. */
const longestRetryAfterSeconds = 5;

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Makes a call of the table through the gateway. Reads that fail in passing are repeated twice, writes never.
 * @throws {RequestProblem} for everything but a success
 */
export async function request<Wanted extends Call>(
  call: Wanted,
  body?: RequestOf<Wanted>,
  options: RequestOptions = {},
): Promise<ResponseOf<Wanted>> {
  const delays = call.method === 'GET' ? retryDelaysMs : [];
  for (const delay of delays) {
    try {
      return await send(call, body, options);
    } catch (problem) {
      if (!(problem instanceof RequestProblem) || !isTransient(problem) || !navigator.onLine) throw problem;
      if (options.signal?.aborted) throw problem;
      const askedSeconds = problem.retryAfterSeconds ?? 0;
      if (askedSeconds > longestRetryAfterSeconds) throw problem;
      await new Promise((resolve) => setTimeout(resolve, Math.max(delay, askedSeconds * 1000)));
    }
  }
  return await send(call, body, options);
}

async function send<Wanted extends Call>(
  call: Wanted,
  body: RequestOf<Wanted> | undefined,
  { query, signal }: RequestOptions,
): Promise<ResponseOf<Wanted>> {
  const address = query ? `${call.path}?${new URLSearchParams(query)}` : call.path;
  const timeout = AbortSignal.timeout(timeoutMs);
  const offline = !navigator.onLine;
  const answer = await fetch(address, {
    method: call.method,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    throw new RequestProblem(0, null, null, null, offline);
  });
  if (!answer.ok) {
    const problem = await readProblem(answer);
    if (answer.headers.get('session-ended') === '1') {
      completeSignOut(sessionEndReason(problem));
    }
    if (isUnexpected(call, problem)) reportFailedCall(call, problem);
    throw problem;
  }
  return (await readAnswer(answer)) as ResponseOf<Wanted>;
}

/** An acknowledgement may have no body; one that is no JSON is not from the upstream. */
async function readAnswer(answer: Response): Promise<unknown> {
  const text = await answer.text().catch(() => null);
  if (text === '') return {};
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new RequestProblem(502, null, answer.headers.get('trace-id'), null);
  }
}

/** What people mistype, and the end of a session, are everyday's business. */
const isUnexpected = (call: Call, { status }: RequestProblem): boolean =>
  status >= 500 || (call.access === 'session' && status !== 401 && status !== 429);
