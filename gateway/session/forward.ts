import { Buffer } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Call, CallName } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { Problem } from '../http/problem.ts';
import type { Exchange, Receiver, UpstreamAnswer } from '../upstream/client.ts';
import { decodeBody } from '../upstream/decode-body.ts';
import { readCode } from '../upstream/error-code.ts';
import { type CallContext, createRequestHeaders, type RequestHeaders } from '../upstream/request-headers.ts';
import { notRenewed } from './refresh-coordinator.ts';
import type { Session } from './session-cookies.ts';
import type { HeldTokens, Tokens } from './tokens.ts';

declare module 'fastify' {
  interface FastifyInstance {
    forwarder: Forwarder;
  }
}

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

/** Called once, and never throws: with null when the delivery holds the answer, else with what stood in its way. */
export type Done = (failure: unknown) => void;

/** Sends a call with the session's tokens, renews them where they are worn out, and repeats it once. decisions.md §3, Refresh */
class Forwarder {
  readonly #app: FastifyInstance;
  readonly #requestHeaders: RequestHeaders;

  constructor(app: FastifyInstance, requestHeaders: RequestHeaders) {
    this.#app = app;
    this.#requestHeaders = requestHeaders;
  }

  /** By a callback: a promise on the way of every call costs time. docs/decisions/001-proxy-inner-path.md */
  send(forwarded: ForwardedCall, delivery: Delivery, done: Done): void {
    const { call, session } = forwarded;
    if (call.signsIn) {
      this.#attempt(forwarded, session, delivery, done);
    } else if (session.access === null && session.refresh !== null) {
      this.#renewAndRepeat(forwarded, delivery).then(() => done(null), done);
    } else {
      this.#attempt(forwarded, session, delivery, (failure) => {
        if (failure === null && isWornOut(delivery)) this.#retry(forwarded, delivery).then(() => done(null), done);
        else done(failure);
      });
    }
  }

  /** The same for whoever would rather wait. */
  forward(forwarded: ForwardedCall, delivery: Delivery): Promise<void> {
    return new Promise((resolve, reject) => this.send(forwarded, delivery, settle(resolve, reject)));
  }

  async #retry(forwarded: ForwardedCall, delivery: Delivery): Promise<void> {
    const { session } = forwarded;
    if (session.refresh !== null) {
      await this.#renewAndRepeat(forwarded, delivery);
    } else if (session.access !== null) {
      delivery.sessionEnded = true;
      delivery.setCookies.push(...this.#app.sessions.cookies.clearTokens());
    }
  }

  async #renewAndRepeat(forwarded: ForwardedCall, delivery: Delivery): Promise<void> {
    if (!(await this.#renew(forwarded, delivery))) return;
    const tokens = delivery.renewed ?? forwarded.session;
    await new Promise<void>((resolve, reject) => this.#attempt(forwarded, tokens, delivery, settle(resolve, reject)));
  }

  #attempt(forwarded: ForwardedCall, tokens: HeldTokens, delivery: Delivery, done: Done): void {
    const { call, path, context } = forwarded;
    const body = forwarded.body(tokens);
    const headers = this.#requestHeaders(call, context, tokens.access, body !== null);
    const request = { method: call.method, path, headers, body, maxBytes: maxAnswerBytes };
    const attempt = new Attempt(this.#app, forwarded.name, delivery, done);
    delivery.follow(this.#app.upstream.begin(request, attempt));
  }

  /** Whether there are new tokens now; if not, the delivery says why, or a problem is thrown. */
  async #renew({ session, context }: ForwardedCall, delivery: Delivery): Promise<boolean> {
    const { cookies, journal, renewals } = this.#app.sessions;
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
        // A sign-in may have ended the session since: its cookies are not to be cleared.
        if ((await journal.look(session)).ended) throw new Problem(codes.unauthenticated, 'Session has ended');
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

const settle =
  (resolve: () => void, reject: Done): Done =>
  (failure) =>
    failure === null ? resolve() : reject(failure);

/** One request of a call to the upstream; after a refresh there is a second. */
class Attempt implements Receiver {
  readonly #app: FastifyInstance;
  readonly #name: CallName;
  readonly #delivery: Delivery;
  readonly #done: Done;

  constructor(app: FastifyInstance, name: CallName, delivery: Delivery, done: Done) {
    this.#app = app;
    this.#name = name;
    this.#delivery = delivery;
    this.#done = done;
  }

  answered(answer: UpstreamAnswer, milliseconds: number): void {
    this.#app.telemetry.upstreamAnswered(this.#name, answer.status, milliseconds);
    if (answer.status >= 300 && answer.status < 400) this.#done(unusable());
    else if (!answer.headers.contentEncoding) this.#take(answer, answer.body);
    else decodeBody(answer, maxAnswerBytes).then((decoded) => this.#take(answer, decoded), this.#done);
  }

  failed(problem: Problem): void {
    this.#done(problem);
  }

  #take(answer: UpstreamAnswer, decoded: Buffer | null): void {
    if (decoded === null) {
      this.#done(unusable());
      return;
    }
    this.#delivery.answer = answer;
    this.#delivery.decoded = decoded;
    this.#done(null);
  }
}

const unusable = (): Problem => new Problem(codes.internal, 'Upstream answer is unusable');

const isWornOut = ({ answer, decoded }: Delivery): boolean =>
  answer?.status === 401 && readCode(decoded) === codes.unauthenticated;

const refusal = (body: string): UpstreamAnswer => ({
  status: 401,
  headers: { contentType: 'application/json' },
  body: Buffer.from(body),
});

async function forwarder(app: FastifyInstance, config: Config): Promise<void> {
  app.decorate('forwarder', new Forwarder(app, createRequestHeaders(config)));
}

export const forwarderPlugin = fastifyPlugin(forwarder, {
  name: 'forwarder',
  dependencies: ['upstream', 'session', 'telemetry'],
});
