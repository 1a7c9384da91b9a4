import { isProblemBody, type ProblemBody } from '#shared/problem.ts';
import { start } from '../start.ts';

let lastTraceId: string | null = null;

/** The trace id of the last failed call, for a message to support. */
export const readLastTraceId = (): string | null => lastTraceId;

/** The support page, prefilled with the trace id of the last failed call. */
export function supportUrl(): string {
  if (lastTraceId === null) return start.links.support;
  const url = new URL(start.links.support);
  url.searchParams.set('trace_id', lastTraceId);
  return url.href;
}

/** Whether the gateway has responded, and not something between it and the browser: a proxy, a firewall, a blocker. */
export const isFromGateway = ({ headers }: Response): boolean => headers.has('trace-id');

/** A failed call. `status` is 0 when there was no response. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly status: number;
  /** The `code` of the response body; null when it has none, or is not the gateway's. */
  readonly code: number | null;
  /** Identifies this call in every log; null when there was no response from the gateway. */
  readonly traceId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The call failed at once in a browser that is offline: it was not sent, and a retry is safe. */
  readonly notSent: boolean;

  constructor(
    status: number,
    body: ProblemBody | null,
    traceId: string | null,
    retryAfterSeconds: number | null,
    notSent = false,
  ) {
    super(body?.message ?? (status === 0 ? 'No response' : `Status ${status}`));
    this.status = status;
    this.code = body?.code ?? null;
    this.traceId = traceId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.notSent = notSent;
    lastTraceId = traceId ?? lastTraceId;
  }
}

/** @param text the response's body; null if it was lost */
export function readProblem(response: Response, text: string | null): RequestProblem {
  const body = parseJson(text ?? '');
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new RequestProblem(
    response.status,
    isProblemBody(body) && isFromGateway(response) ? body : null,
    response.headers.get('trace-id'),
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether the service did not respond, or only an error page came: it may have executed the call all the same. */
export const isServiceSilent = ({ status, code, traceId }: RequestProblem): boolean =>
  traceId === null || (status >= 500 && code === null);

/**
 * Whether the same call may succeed later: no response, rate limited, a server error, or a 401 while the gateway
 * deletes cookies that another host has set beside its own. decisions.md §4
 */
export const isTransient = (problem: unknown): boolean =>
  problem instanceof RequestProblem &&
  ([0, 408, 429].includes(problem.status) ||
    problem.status >= 500 ||
    (problem.status === 401 && problem.retryAfterSeconds !== null));
