import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { authTypes, type SessionState } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { pathOf } from '../http/request-url.ts';
import { type CallContext, callContext } from '../upstream/request-headers.ts';
import { CoordinationStore } from './coordination-store.ts';
import { RefreshCoordinator } from './refresh-coordinator.ts';
import { RefreshLineage } from './refresh-lineage.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { Revocations } from './revocations.ts';
import { createIdentity } from './sealed-token.ts';
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
  /**
   * Ends the browser's previous session and starts the one of a new sign-in.
   * @returns the Set-Cookie values of the new session
   */
  start(tokens: Tokens, previous: Session, context: CallContext): Promise<readonly string[]>;
  /** Ends a session: its tokens set no cookies any more, and its refresh token is used up in the background. */
  end(refreshToken: string, context: CallContext): Promise<void>;
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
    refresh: async (refreshToken, context) => {
      const result = await refreshTokens(upstream, cookies, refreshToken, context);
      if (result.kind === 'unusable' && result.cause === 'holds a token') {
        telemetry.securityEvent('token firewall', { traceId: context.traceId, call: 'refreshTokens' });
        telemetry.reportError(new Error('A refused refresh holds tokens'), { traceId: context.traceId });
      }
      return result;
    },
    // Another replica's refresh may use its whole timeout, crash, and be taken over once.
    waitMs: 2 * config.upstreamTimeoutMs + 5_000,
  });
  const revocations = new Revocations((outcome) => telemetry.revoked(outcome));
  const end = async (refreshToken: string, context: CallContext) => {
    await lineage.endSession(refreshToken);
    revocations.start(() => coordinator.revoke(refreshToken, context));
  };
  /** However many requests come with its cookies, the token is used up once. */
  const endExpired = async (refreshToken: string, context: CallContext) => {
    if (await lineage.claimRevocation(refreshToken)) await end(refreshToken, context);
  };
  // The upstream may have used up a token already, even if the client is gone.
  app.addHook('onClose', async () => {
    await coordinator.settled();
    await revocations.settled();
  });
  app.decorateRequest('session', null);
  app.decorate('sessions', {
    cookies,
    lineage,
    coordinator,
    read(request) {
      if (request.session) return request.session;
      const held = cookies.read(request.headers.cookie, pathOf(request));
      for (const fault of held.faults) telemetry.securityEvent(fault, { traceId: request.id });
      if (held.expiredRefresh !== null) {
        void endExpired(held.expiredRefresh, callContext(request, held.cookies.get('locale')));
      }
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
    async start(tokens, previous, context) {
      const { refresh } = previous;
      const newest = refresh === null ? null : ((await lineage.resolve(previous)).successor?.refresh ?? refresh);
      if (refresh !== null) await lineage.endSession(refresh);
      if (tokens.refresh !== null) await lineage.startSession(tokens.refresh);
      // An upstream may issue the same token again: using it up would end the new session.
      if (newest !== null && newest !== tokens.refresh) revocations.start(() => coordinator.revoke(newest, context));
      return cookies.setTokens(tokens, createIdentity());
    },
    end,
  });
}

export const sessionPlugin = fastifyPlugin(session, {
  name: 'session',
  dependencies: ['telemetry', 'redis', 'upstream'],
});
