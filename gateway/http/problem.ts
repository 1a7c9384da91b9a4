import { codes } from '#shared/problem.ts';

/** A closed list, because it labels a metric. */
export type RefusalReason =
  | 'cross-site'
  | 'rate limit'
  | 'e-mail limit'
  | 'content type'
  | 'body too large'
  | 'malformed'
  | 'path'
  | 'host'
  | 'overload'
  | 'pipelining'
  | 'slow reader'
  | 'connections'
  | 'timeout';

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
  readonly cause?: unknown;
}

/** An answer of the gateway's own that is an error. The message goes to the browser: no host, no token, no stack in it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: RefusalReason | undefined;

  constructor(code: (typeof codes)[keyof typeof codes], message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? statuses[code] ?? 500;
    this.headers = options.headers ?? {};
    this.reason = options.reason;
  }

  /** The answer's body, in the upstream's shape. */
  get body(): string {
    return JSON.stringify({ code: this.code, message: this.message });
  }
}
