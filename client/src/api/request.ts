import { type Call, calls } from '#shared/calls.ts';
import type { RequestOf, ResponseOf } from '#shared/contract.ts';
import { endLostSession } from '../session/recheck-on-restore.ts';
import { rememberSession } from '../session/remember-session.ts';
import { readSession, sessionTag } from '../session/session.ts';
import { sessionEndReason } from '../session/session-end-reason.ts';
import { sessionTagHeader } from '../session/session-url.ts';
import { adoptSession } from '../session/sign-in.ts';
import { completeSignOut } from '../session/sign-out.ts';
import { takeEarlyRead } from './early-reads.ts';
import { adoptGatewayTime, gatewayTime } from './gateway-time.ts';
import { reportFailedCall, shouldReport } from './report-error.ts';
import { isFromGateway, isTransient, RequestProblem, readProblem } from './request-problem.ts';

// Longer than one UPSTREAM_TIMEOUT_MS by default, so that the gateway's more specific response arrives first. A call
// that also waits for a refresh can take longer.
const timeoutMs = 30_000;

// tests/e2e/support/break-call.ts skips these delays, and knows them by their numbers.
const retryDelaysMs = [400, 1500];

/** Without a network a call fails at once. If the line is only interrupted, the browser sends it later. */
const offlineFailureMs = 1_000;

/** A longer `retry-after` shows the error at once. */
const maxRetryAfterSeconds = 5;

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Sends a call of the call table through the gateway. Reads retry transient failures twice, for the account that is
 * signed in then; writes never retry.
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
      if (retryAfterSeconds > maxRetryAfterSeconds) throw problem;
      await new Promise((resolve) => setTimeout(resolve, Math.max(delay, retryAfterSeconds * 1000)));
    }
  }
  return await send(call, body, options);
}

/**
 * Rejects at the timeout and the signal. The signal leaves the request running: Firefox drops the new pair of one that
 * is aborted. The timeout aborts it: a browser whose connection has gone silent repeats a request when that ends, which
 * can be minutes later, with the cookies that it has by then.
 */
function send<C extends Call>(
  call: C,
  body: RequestOf<C> | undefined,
  { query, signal }: RequestOptions,
): Promise<ResponseOf<C>> {
  const noResponse = new RequestProblem(0, null, null, null);
  const timeout = new AbortController();
  const end = () => timeout.abort();
  setTimeout(end, timeoutMs);
  // Browsers keep a page that has been left, and its requests.
  if (call.mayReturnTokens) globalThis.addEventListener?.('pagehide', end, { once: true });
  return Promise.race([
    exchange(call, body, query, noResponse, timeout.signal),
    new Promise<never>((_, reject) => {
      for (const each of [signal, timeout.signal]) each?.addEventListener('abort', () => reject(noResponse));
    }),
  ]);
}

async function exchange<C extends Call>(
  call: C,
  body: RequestOf<C> | undefined,
  query: RequestOptions['query'],
  noResponse: RequestProblem,
  timeout: AbortSignal,
): Promise<ResponseOf<C>> {
  const url = query ? `${call.path}?${new URLSearchParams(query)}` : call.path;
  const { signedIn } = readSession();
  const isSameSession = rememberSession();
  const tag = call.access === 'session' ? sessionTag.get() : null;
  const init = {
    method: call.method,
    // Another site can replace this page while the gateway refreshes: the browser must get the new pair all the same.
    // A sign-in never refreshes, and ends with its page: the user no longer expects it.
    keepalive: !call.mayReturnTokens,
    signal: timeout,
    // A proxy's redirect turns a write into a read, whose response would confirm it, or sends it again.
    ...(call.method !== 'GET' && { redirect: 'error' as const }),
    // The retry of a read would wait 20 s for Chromium's cache, which the first one has locked.
    ...(call.access === 'session' && { cache: 'no-store' as const }),
    headers: {
      ...(call.once && { 'idempotency-key': crypto.randomUUID() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(tag !== null && { [sessionTagHeader]: tag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const startedAt = Date.now();
  const wasOffline = !navigator.onLine;
  // The gateway refuses a request that the browser repeats after the page has given it up.
  const fetchNow = () =>
    fetch(url, { ...init, headers: { ...init.headers, 'sent-at': String(gatewayTime()) } }).catch(() => {
      const notSent = wasOffline && !navigator.onLine && Date.now() - startedAt < offlineFailureMs;
      throw notSent ? new RequestProblem(0, null, null, null, true) : noResponse;
    });
  // In any case: an unread response keeps its connection.
  const readText = () => response.text().catch(() => null);
  let response = (await takeEarlyRead(url, timeout)) ?? (await fetchNow());
  let text = await readText();
  const time = response.headers.get('gateway-time');
  if (time !== null) adoptGatewayTime(Number(time));
  // What the page does next would be done to another account. A deletion says only how to restore its own.
  const refuseOtherSession = () => {
    if (!signedIn || isSameSession()) return;
    if (call.path !== calls.deleteAccount.path || readSession().signedIn) throw noResponse;
  };
  refuseOtherSession();
  // The page has not waited long: a clock has been set, or the page itself arrived late.
  if (time !== null && Date.now() - startedAt < timeoutMs) {
    response = await fetchNow();
    text = await readText();
    refuseOtherSession();
  }
  const currentTag = response.headers.get(sessionTagHeader);
  if (currentTag !== null && !response.ok) {
    adoptSession(currentTag);
    throw noResponse;
  }
  // A sign-in whose caller has given up can end in another session.
  if (currentTag !== null && isSameSession()) sessionTag.set(currentTag);
  if (!response.ok) {
    const problem = readProblem(response, text);
    // From the gateway, which has cleared the cookies. The user may have signed in again since.
    const hasEnded = response.headers.get('session-ended') === '1' && isSameSession();
    if (hasEnded) completeSignOut(sessionEndReason(problem));
    else if (signedIn && problem.status === 401 && problem.code !== null && !isTransient(problem))
      void endLostSession();
    if (shouldReport(call, problem)) reportFailedCall(call, problem);
    throw problem;
  }
  return readResponse(call, response, text) as ResponseOf<C>;
}

/**
 * An acknowledgment is JSON or empty, any other response a JSON object. A firewall that challenges its client responds
 * with an empty 202.
 * @param text null if the connection was lost after the headers, which acknowledge a write
 */
function readResponse(call: Call, response: Response, text: string | null): unknown {
  const acknowledges = call.method !== 'GET' && !call.responds;
  const isUsable = isFromGateway(response) && response.status !== 202 && (acknowledges || /^\s*\{/.test(text ?? ''));
  try {
    if (isUsable) return JSON.parse(text || '{}');
  } catch {
    // Handled like any other unusable body.
  }
  const traceId = response.headers.get('trace-id');
  // No log of the gateway's shows it.
  reportFailedCall(call, { status: response.status, code: null, message: 'unusable', traceId });
  throw new RequestProblem(502, null, traceId, null);
}
