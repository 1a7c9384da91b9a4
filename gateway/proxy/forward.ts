import { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Call, CallName } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import { Problem } from '../policy/problem.ts';
import type { Session } from '../session/session-cookies.ts';
import type { HeldTokens, Tokens } from '../session/tokens.ts';
import { decodeBody } from './decode-body.ts';
import { readCode } from './read-code.ts';
import type { CallContext, RequestHeaders } from './request-headers.ts';
import type { Exchange, UpstreamAnswer } from './upstream.ts';

const maxAnswerBytes = 4 * 1024 * 1024;
const nothing = Buffer.alloc(0);

export interface ForwardedCall {
  readonly name: CallName;
  readonly call: Call;
  readonly path: string;
  readonly session: Session;
  readonly context: CallContext;
  /** The body for the tokens in use; asked again for the retry. */
  readonly body: (tokens: HeldTokens) => Buffer | string | null;
}

/** What a browser's request is answered with; filled on the way, so that cookies go out with failures too. */
export class Delivery {
  answer: UpstreamAnswer | null = null;
  /** The answer's body, decoded. */
  decoded: Buffer = nothing;
  setCookies: string[];
  sessionEnded = false;
  /** The tokens in use after a refresh. */
  renewed: Tokens | null = null;
  /** The client has gone; nothing new is begun for it. */
  #gone = false;
  #running: Exchange | null = null;

  constructor(session: Session) {
    this.setCookies = [...session.cleanup];
  }

  follow(exchange: Exchange): void {
    this.#running = exchange;
    if (this.#gone) exchange.abort();
  }

  /** Ends what runs upstream. A refresh is not among it: that one belongs to all who hold the token. */
  abandon(): void {
    this.#gone = true;
    this.#running?.abort();
  }

  get abandoned(): boolean {
    return this.#gone;
  }
}

/** Sends a call with the session's tokens, renews them where they are worn out, and repeats it once. decisions.md §3, Refresh */
export class Forwarder {
  readonly #app: FastifyInstance;
  readonly #requestHeaders: RequestHeaders;

  constructor(app: FastifyInstance, requestHeaders: RequestHeaders) {
    this.#app = app;
    this.#requestHeaders = requestHeaders;
  }

  forward(forwarded: ForwardedCall, delivery: Delivery): Promise<void> {
    const { call, session } = forwarded;
    const refreshAlone = session.access === null && session.refresh !== null;
    if (refreshAlone && !call.signsIn) return this.#renewAndSend(forwarded, delivery);
    return this.#send(forwarded, session, delivery, !call.signsIn);
  }

  async #retry(forwarded: ForwardedCall, delivery: Delivery): Promise<void> {
    const { session } = forwarded;
    if (session.refresh !== null) {
      await this.#renewAndSend(forwarded, delivery);
    } else if (session.access !== null) {
      delivery.sessionEnded = true;
      delivery.setCookies.push(...this.#app.sessions.cookies.clearTokens());
    }
  }

  async #renewAndSend(forwarded: ForwardedCall, delivery: Delivery): Promise<void> {
    if (!(await this.#renew(forwarded, delivery))) return;
    await this.#send(forwarded, delivery.renewed ?? forwarded.session, delivery, false);
  }

  async #send(forwarded: ForwardedCall, tokens: HeldTokens, delivery: Delivery, mayRetry: boolean): Promise<void> {
    const { name, call, path, context } = forwarded;
    const body = forwarded.body(tokens);
    const headers = this.#requestHeaders(call, context, tokens.access, body !== null);
    const started = performance.now();
    const exchange = this.#app.upstream.call({ method: call.method, path, headers, body, maxBytes: maxAnswerBytes });
    delivery.follow(exchange);
    const answer = await exchange.answer;
    this.#app.telemetry.upstreamAnswered(name, answer.status, performance.now() - started);
    if (answer.status >= 300 && answer.status < 400) throw unusable();
    const decoded = answer.headers.contentEncoding ? await decodeBody(answer, maxAnswerBytes) : answer.body;
    if (decoded === null) throw unusable();
    delivery.answer = answer;
    delivery.decoded = decoded;
    if (mayRetry && isWornOut(delivery)) await this.#retry(forwarded, delivery);
  }

  /** Whether there are new tokens now; if not, the delivery says why, or a problem is thrown. */
  async #renew({ session, context }: ForwardedCall, delivery: Delivery): Promise<boolean> {
    const { cookies, renewals } = this.#app.sessions;
    const { refresh } = session;
    if (refresh === null) return false;
    const renewal = await renewals.renew({ access: session.access, refresh }, context);
    switch (renewal.kind) {
      case 'renewed':
        delivery.renewed = renewal.tokens;
        if (delivery.abandoned) throw new Problem(codes.unavailable, 'Client went away');
        return true;
      case 'refused':
        this.#app.telemetry.securityEvent('refresh refused', { traceId: context.traceId, session: refresh });
        delivery.answer = refusal(renewal.body);
        delivery.decoded = delivery.answer.body;
        delivery.sessionEnded = true;
        delivery.setCookies.push(...cookies.clearTokens());
        return false;
      case 'overtaken':
        throw new Problem(codes.unauthenticated, 'Session has ended');
      default:
        throw notRenewed(renewal.kind);
    }
  }
}

const retryAfter = { 'retry-after': '2' };

/** For a refresh that could not be carried out, or brought nothing to use; the session is as it was. */
export function notRenewed(kind: 'failed' | 'timed out' | 'unusable'): Problem {
  if (kind === 'unusable') return new Problem(codes.internal, 'Session could not be renewed');
  return kind === 'timed out'
    ? new Problem(codes.deadlineExceeded, 'Session could not be renewed in time', { headers: retryAfter })
    : new Problem(codes.unavailable, 'Session could not be renewed', { headers: retryAfter });
}

const unusable = (): Problem => new Problem(codes.internal, 'Upstream answer is unusable');

const isWornOut = ({ answer, decoded }: Delivery): boolean =>
  answer?.status === 401 && readCode(decoded) === codes.unauthenticated;

const refusal = (body: string): UpstreamAnswer => ({
  status: 401,
  headers: { contentType: 'application/json' },
  body: Buffer.from(body),
});
