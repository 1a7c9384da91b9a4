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

/** Why a response is a 5xx. decisions.md §3 */
export const failureCauses = [
  'refused',
  'reset',
  'timed out',
  'too long',
  'unreadable',
  'holds a token',
  'too many waiting',
  'redis away',
  'overload',
  'upstream 5xx',
  'internal error',
] as const;
export type FailureCause = (typeof failureCauses)[number];

/** The HTTP status of a code where the thrower names none. decisions.md §3 */
const statuses: Readonly<Record<number, number>> = {
  [codes.invalidArgument]: 400,
  [codes.deadlineExceeded]: 504,
  [codes.notFound]: 404,
  [codes.permissionDenied]: 403,
  [codes.resourceExhausted]: 429,
  [codes.unimplemented]: 405,
  [codes.internal]: 502,
  [codes.unavailable]: 503,
  [codes.unauthenticated]: 401,
};

export interface ProblemOptions {
  /** Where it is not the usual one of the code: 413, 415 and 408, say. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Counted under this name when the problem is answered. */
  readonly reason?: RefusalReason;
  /** Logged and counted where the status is a 5xx. */
  readonly failure?: FailureCause | undefined;
  readonly cause?: unknown;
}

/** An answer of the gateway's own that is an error. The message goes to the browser: no host, no token, no stack in it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: RefusalReason | undefined;
  readonly failure: FailureCause | undefined;

  constructor(code: (typeof codes)[keyof typeof codes], message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? statuses[code] ?? 500;
    const isTemporary = this.status >= 502 && this.status <= 504;
    this.headers = { ...(isTemporary && { 'retry-after': '2' }), ...options.headers };
    this.reason = options.reason;
    this.failure = options.failure;
  }

  /** The answer's body, in the upstream's shape. */
  get body(): string {
    return JSON.stringify({ code: this.code, message: this.message });
  }
}
