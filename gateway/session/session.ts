import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { authTypes, type SessionState } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { pathOf } from '../http/request-url.ts';
import { CoordinationStore } from './coordination-store.ts';
import { RefreshCoordinator } from './refresh-coordinator.ts';
import { RefreshLineage } from './refresh-lineage.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { type Session, SessionCookies } from './session-cookies.ts';
import type { Tokens } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The result of `sessions.read`; null before. */
    session: Session | null;
  }
  interface FastifyInstance {
    sessions: Sessions;
  }
}

export interface Sessions {
  readonly cookies: SessionCookies;
  readonly lineage: RefreshLineage;
  readonly coordinator: RefreshCoordinator;
  /** The session in the request's cookies. Logs cookies that cannot be used. */
  read(request: FastifyRequest): Session;
  /** What the client may know of it. */
  describe(session: Session): SessionState;
  /** Ends the browser's previous session and starts the one of a new sign-in. */
  start(tokens: Tokens, previous: Session): Promise<void>;
}

async function session(app: FastifyInstance, config: Config): Promise<void> {
  const { telemetry, upstream } = app;
  const cookies = new SessionCookies(config);
  const store = new CoordinationStore(app.redis);
  const lineage = new RefreshLineage(store);
  const coordinator = new RefreshCoordinator({
    lineage,
    store,
    telemetry,
    refresh: (refreshToken, context) => refreshTokens(upstream, cookies, refreshToken, context),
    // Another replica's refresh may use its whole timeout, crash, and be taken over once.
    waitMs: 2 * config.upstreamTimeoutMs + 5_000,
  });
  // The upstream may have used up the token already, even if the client is gone.
  app.addHook('onClose', () => coordinator.settled());
  app.decorateRequest('session', null);
  app.decorate('sessions', {
    cookies,
    lineage,
    coordinator,
    read(request) {
      if (request.session) return request.session;
      const held = cookies.read(request.headers.cookie, pathOf(request));
      if (held.duplicates.length > 0) telemetry.securityEvent('duplicate cookie', { traceId: request.id });
      if (held.unopened.length > 0) telemetry.securityEvent('cookie not opened', { traceId: request.id });
      request.session = held;
      return held;
    },
    describe(held) {
      const marker = held.cookies.get('auth_type');
      return {
        signedIn: held.access !== null || held.refresh !== null,
        authType: authTypes.find((authType) => authType === marker) ?? null,
      };
    },
    async start(tokens, previous) {
      if (previous.refresh !== null) await lineage.endSession(previous.refresh);
      if (tokens.refresh !== null) await lineage.startSession(tokens.refresh);
    },
  });
}

export const sessionPlugin = fastifyPlugin(session, {
  name: 'session',
  dependencies: ['telemetry', 'redis', 'upstream'],
});
