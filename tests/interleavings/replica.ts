import { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { readConfig } from '../../gateway/config.ts';
import { JsonBody } from '../../gateway/http/json-body.ts';
import type { Problem } from '../../gateway/http/problem.ts';
import { createErrorReports } from '../../gateway/operations/error-reports.ts';
import { createTelemetry } from '../../gateway/operations/telemetry.ts';
import type { callsPlugin } from '../../gateway/routes/calls.ts';
import type { extensionPlugin } from '../../gateway/routes/extension.ts';
import type { sessionRoutesPlugin } from '../../gateway/routes/session.ts';
import type { signInByUrlPlugin } from '../../gateway/routes/sign-in-by-url.ts';
import type { sessionPlugin } from '../../gateway/session/session.ts';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { ReplicaStore, type SharedRedis } from './shared-redis.ts';
import { type SimulatedUpstream, timeoutMs } from './simulated-upstream.ts';
import type { Owner, World } from './world.ts';

/** The modules under test: the real ones, or the real ones with a planted fault. */
export interface GatewayCode {
  readonly sessionPlugin: typeof sessionPlugin;
  readonly sessionRoutesPlugin: typeof sessionRoutesPlugin;
  readonly callsPlugin: typeof callsPlugin;
  readonly extensionPlugin: typeof extensionPlugin;
  readonly signInByUrlPlugin: typeof signInByUrlPlugin;
}

export interface GatewayRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Empty, or with `?`. */
  readonly query: string;
  readonly cookie: string;
  readonly body: string | null;
}

export interface GatewayResponse {
  readonly status: number;
  readonly setCookies: readonly string[];
  readonly sessionEnded: boolean;
  readonly location: string | null;
}

/** A page, whose navigations may sign in by URL. */
export const pagePath = '/';

export const config = readConfig({
  ...demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 }),
  COOKIE_KEYS: Buffer.alloc(32, 1).toString('base64'),
  UPSTREAM_TIMEOUT_MS: String(timeoutMs),
  EXTENSION_ID: 'abcdefghijklmnopabcdefghijklmnop',
});

const telemetry = createTelemetry({
  registry: new Registry(),
  logger: pino({ level: 'silent' }),
  errorReports: createErrorReports(config),
  cookieKeys: config.cookieKeys,
});

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

interface Page {
  readonly config: { readonly access: 'navigation' };
  onRequest: readonly Handler[];
}

/**
 * A gateway with the real session code, from the handlers and the sign-in by URL down. Around it are models: of
 * Fastify's routing, request and reply, of the error handler, of RedisStore and of the upstream client. No other checks
 * run before a handler.
 */
export class Replica implements Owner {
  crashed = false;
  readonly store: ReplicaStore;
  readonly #handlers = new Map<string, Handler>();
  readonly #closeHooks: (() => Promise<void>)[] = [];
  #requests = 0;

  private constructor(world: World, redis: SharedRedis) {
    this.store = new ReplicaStore(world, redis, this);
  }

  static async start(
    code: GatewayCode,
    world: World,
    redis: SharedRedis,
    upstream: SimulatedUpstream,
  ): Promise<Replica> {
    const replica = new Replica(world, redis);
    const add = (method: string, path: string, handler: Handler) => replica.#handlers.set(`${method} ${path}`, handler);
    const page: Page = { config: { access: 'navigation' }, onRequest: [] };
    const host = {
      telemetry,
      redis: replica.store,
      upstream: { send: upstream.send.bind(upstream, replica) },
      securityHeaders: [],
      addHook(name: 'onRequest' | 'onRoute' | 'onClose', hook: ((page: Page) => void) & (() => Promise<void>)) {
        if (name === 'onClose') replica.#closeHooks.push(hook);
        if (name === 'onRoute') hook(page);
      },
      addCheck: () => undefined,
      countRequest: async () => 0,
      wantsPage: () => true,
      decorateRequest: () => undefined,
      decorate: (name: string, value: unknown) => Object.assign(host, { [name]: value }),
      route: ({ method, url, handler }: { method: string; url: string; handler: Handler }) => add(method, url, handler),
      get: (url: string, _: unknown, handler: Handler) => add('GET', url, handler),
      delete: (url: string, _: unknown, handler: Handler) => add('DELETE', url, handler),
    };
    const app = host as unknown as FastifyInstance;
    await code.sessionPlugin(app, config);
    await code.sessionRoutesPlugin(app);
    await code.callsPlugin(app);
    await code.extensionPlugin(app, config);
    await code.signInByUrlPlugin(app, config);
    add('GET', pagePath, async (request, reply) => {
      for (const hook of page.onRequest) await hook(request, reply);
    });
    return replica;
  }

  /** Calls back once, in the step in which the response is written. */
  handle(request: GatewayRequest, onResponse: (response: GatewayResponse) => void): { disconnect(): void } {
    const handler = this.#handlers.get(`${request.method} ${request.path}`);
    if (!handler) throw new Error(`No route ${request.method} ${request.path}`);
    const reply = new Reply(onResponse);
    this.#requests += 1;
    const fields = {
      id: `00000000-0000-4000-8000-${String(this.#requests).padStart(12, '0')}`,
      headers: {
        cookie: request.cookie,
        accept: request.path === pagePath ? 'text/html' : 'application/json',
        'sec-fetch-dest': 'document',
        'sec-fetch-site': 'same-origin',
      },
      method: request.method,
      raw: { url: request.path + request.query },
      body: request.body === null ? undefined : new JsonBody(Buffer.from(request.body)),
      clientAddress: '192.0.2.1',
      span: null,
      receivedAt: Date.now(),
      session: null,
      server: { securityHeaders: [] },
    };
    handler(fields as unknown as FastifyRequest, reply as unknown as FastifyReply).catch((error: unknown) => {
      // Not by class: a planted fault comes with its own.
      reply.code(error instanceof Error && error.name === 'Problem' ? (error as Problem).status : 500).send();
    });
    return { disconnect: () => reply.disconnect() };
  }

  /** As at a shutdown: waits for refreshes and revocations. */
  async close(): Promise<void> {
    for (const hook of this.#closeHooks) await hook();
  }
}

/** As much of Fastify's reply and Node's response as the handlers use. */
class Reply {
  readonly raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    closed: false,
    writeHead: (status: number, list: readonly string[]) => {
      this.#status = status;
      for (let index = 0; index < list.length; index += 2) this.header(list[index] ?? '', list[index + 1] ?? '');
    },
    end: () => this.send(),
  });
  readonly #onResponse: (response: GatewayResponse) => void;
  #status = 200;
  #setCookies: string[] = [];
  #sessionEnded = false;
  #location: string | null = null;

  constructor(onResponse: (response: GatewayResponse) => void) {
    this.#onResponse = onResponse;
  }

  code(status: number): this {
    this.#status = status;
    return this;
  }

  header(name: string, value: string | readonly string[]): this {
    if (name === 'set-cookie') this.#setCookies = this.#setCookies.concat(value);
    if (name === 'session-ended') this.#sessionEnded = true;
    return this;
  }

  removeHeader(name: string): this {
    if (name === 'set-cookie') this.#setCookies = [];
    return this;
  }

  send(): this {
    if (this.raw.closed) return this;
    this.#onResponse({
      status: this.#status,
      setCookies: this.#setCookies,
      sessionEnded: this.#sessionEnded,
      location: this.#location,
    });
    this.#close();
    return this;
  }

  redirect(location: string, status: number): this {
    this.#location = location;
    return this.code(status).send();
  }

  hijack(): this {
    return this;
  }

  disconnect(): void {
    this.raw.destroyed = true;
    if (!this.raw.closed) this.#close();
  }

  #close(): void {
    this.raw.closed = true;
    this.raw.emit('close');
  }
}
