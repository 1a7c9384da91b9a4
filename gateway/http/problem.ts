import { codes } from '#shared/problem.ts';

// Closed lists, because they label metrics.
export const refusalReasons = [
  'cross-site',
  'rate limit',
  'e-mail limit',
  'content type',
  'body too large',
  'malformed',
  'path',
  'host',
  'overload',
  'pipelining',
  'slow reader',
  'connections',
  'timeout',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Why a response is a 5xx. decisions.md §3, Requests to the upstream */
export const failureCauses = [
  'refused',
  'reset',
  'timed out',
  'too long',
  'unreadable',
  'holds a token',
  'too many waiting',
  'token may be spent',
  'repeated',
  'late',
  'prefetch',
  'overload',
  'upstream 5xx',
  'internal error',
] as const;
export type FailureCause = (typeof failureCauses)[number];

/** The default HTTP status of a code. decisions.md §3, errors */
const statuses: Readonly<Record<number, number>> = {
  [codes.invalidArgument]: 400,
  [codes.deadlineExceeded]: 504,
  [codes.notFound]: 404,
  [codes.permissionDenied]: 403,
  [codes.resourceExhausted]: 429,
  [codes.failedPrecondition]: 412,
  [codes.unimplemented]: 405,
  [codes.internal]: 502,
  [codes.unavailable]: 503,
  [codes.unauthenticated]: 401,
};

export interface ProblemOptions {
  /** If it is not the code's default: 413, for example. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The metric's label. */
  readonly reason?: RefusalReason;
  /** Logged and counted where the status is a 5xx. */
  readonly failure?: FailureCause | undefined;
  /** Of the response that the gateway could not use. */
  readonly upstreamStatus?: number;
  readonly cause?: unknown;
}

/** An error response of the gateway. The message goes to the browser: no host, no token, no stack in it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: RefusalReason | undefined;
  readonly failure: FailureCause | undefined;
  readonly upstreamStatus: number | undefined;

  constructor(code: (typeof codes)[keyof typeof codes], message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? statuses[code] ?? 500;
    const isTemporary = this.status >= 502 && this.status <= 504;
    this.headers = { ...(isTemporary && { 'retry-after': '2' }), ...options.headers };
    this.reason = options.reason;
    this.failure = options.failure;
    this.upstreamStatus = options.upstreamStatus;
  }

  /** The response's body, in the upstream's format. */
  get body(): string {
    return JSON.stringify({ code: this.code, message: this.message });
  }
}
