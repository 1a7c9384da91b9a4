import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { authTypes, type SessionState } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { clientNetwork } from '../http/client-network.ts';
import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import { pathOf } from '../http/request-url.ts';
import { type CallContext, callContext } from '../upstream/request-headers.ts';
import { CoordinationStore } from './coordination-store.ts';
import { RefreshCoordinator } from './refresh-coordinator.ts';
import { RefreshLineage } from './refresh-lineage.ts';
import { TokenRefresher } from './refresh-tokens.ts';
import { Revocations } from './revocations.ts';
import { createIdentity } from './sealed-token.ts';
import { type Session, SessionCookies } from './session-cookies.ts';
import { hashToken } from './token-keys.ts';
import type { Tokens } from './tokens.ts';
import { UsedLinks } from './used-links.ts';

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
  readonly links: UsedLinks;
  readonly coordinator: RefreshCoordinator;
  /**
   * The session in the request's cookies. The first read logs cookies that cannot be used, and revokes a session past
   * its lifetime.
   */
  read(request: FastifyRequest): Session;
  /** What a request to the upstream needs to know of the browser's request. */
  callContext(request: FastifyRequest): CallContext;
  /** What the client may know of the session. */
  describe(session: Session): SessionState;
  /**
   * Ends and revokes the browser's previous session, and starts the one of a new sign-in.
   * @param isIssued whether the upstream has returned the tokens now: what is known of them, from an earlier session,
   * is void
   * @returns the Set-Cookie values of the new session
   */
  start(tokens: Tokens, previous: Session, context: CallContext, isIssued?: boolean): Promise<readonly string[]>;
  /**
   * Ends the session: its tokens set no cookies any more. Their revocation runs in the background.
   * @param kept a refresh token that a new session has, too: it is not revoked
   */
  end(session: Session, context: CallContext, kept?: string | null): Promise<void>;
}

/**
 * Sessions that end at once. Sign-outs are not rate-limited, and each sends dozens of commands to Redis, twelve at
 * once: those of one network must not use up the 1,000 that may wait there (redis-store.ts). One of each connection
 * may wait here.
 */
const endLimits = { running: 16, waiting: 2_048 };

async function sessions(app: FastifyInstance, config: Config): Promise<void> {
  const { telemetry, upstream } = app;
  const cookies = new SessionCookies(config);
  const store = new CoordinationStore(app.redis);
  const lineage = new RefreshLineage(store);
  const refresher = new TokenRefresher(upstream, cookies, config);
  const coordinator = new RefreshCoordinator({
    lineage,
    store,
    telemetry,
    sendRefresh: async (refreshToken, context, onOverdue) => {
      const result = await refresher.refresh(refreshToken, context, onOverdue);
      if (result.kind === 'unusable' && result.cause === 'holds a token') {
        telemetry.securityEvent('token firewall', { traceId: context.traceId, call: 'refreshTokens' });
        telemetry.reportError(new Error('A refused refresh holds tokens'), { traceId: context.traceId });
      }
      return result;
    },
    // Another replica's refresh may use its whole timeout, crash, and be taken over once.
    waitMs: 2 * config.upstreamTimeoutMs + 5_000,
  });
  const ends = new ConcurrencyLimit(endLimits);
  const revocations = new Revocations((outcome) => telemetry.revoked(outcome));
  const endToken = async (refreshToken: string, context: CallContext, kept: string | null) => {
    const { isHandedOver, successor } = await lineage.read(refreshToken);
    const newest = successor?.refresh ?? refreshToken;
    // The upstream has issued the same token again: it is the new session's.
    if (newest === kept) return;
    // Even if it is handed over: Redis may lose that.
    await lineage.recordEnd(refreshToken);
    // Spending the token would end the extension's session.
    if (isHandedOver) return;
    revocations.start(hashToken(newest), async () => {
      const outcome = await coordinator.revoke(newest, context);
      // Redis may have missed or forgotten the end by now. A new session with the same token has not ended.
      if ((await lineage.read(refreshToken)).ended) await lineage.recordEnd(refreshToken);
      return outcome;
    });
  };
  /** Ends that no request waits for. */
  const unawaited = new Set<Promise<void>>();
  /** However many requests come with its cookies, the token is spent once. */
  const revokePastLifetime = ({ unusableRefreshTokens }: Session, request: FastifyRequest) => {
    const end = async (token: string) => {
      if (await lineage.claimRevocation(token)) await endToken(token, contextOf(request), null);
    };
    for (const token of unusableRefreshTokens) {
      const ending = end(token)
        .catch((error: unknown) => telemetry.reportError(error, { traceId: request.id }))
        .finally(() => unawaited.delete(ending));
      unawaited.add(ending);
    }
  };
  const end: Sessions['end'] = async ({ access, refresh, unusableRefreshTokens }, context, kept = null) => {
    // Late responses recognize a session without a refresh token by its access token.
    if (access !== null && refresh === null) await lineage.recordEnd(access);
    const held = [...new Set(refresh === null ? unusableRefreshTokens : [refresh])];
    if (held.length === 0) return;
    const endAll = () => Promise.all(held.map((each) => endToken(each, context, kept)));
    await (ends.run(endAll, clientNetwork(context.clientAddress)) ?? endAll());
  };
  const read = (request: FastifyRequest): Session => {
    if (request.session) return request.session;
    const session = cookies.read(request.headers.cookie, pathOf(request));
    request.session = session;
    for (const fault of session.faults) telemetry.securityEvent(fault, { traceId: request.id });
    if (session.isPastLifetime) revokePastLifetime(session, request);
    return session;
  };
  const contextOf = (request: FastifyRequest) => callContext(request, read(request).readableCookies.get('locale'));
  // The upstream may have spent a token already, even if the client is gone.
  app.addHook('onClose', async () => {
    await Promise.all(unawaited);
    await coordinator.settled();
    await revocations.settled();
  });
  app.decorateRequest('session', null);
  app.decorate('sessions', {
    cookies,
    lineage,
    links: new UsedLinks(store),
    coordinator,
    read,
    callContext: contextOf,
    describe(session) {
      const marker = session.readableCookies.get('auth_type');
      return {
        signedIn: session.access !== null || session.refresh !== null,
        authType: authTypes.find((authType) => authType === marker) ?? null,
      };
    },
    async start(tokens, previous, context, isIssued = true) {
      await end(previous, context, tokens.refresh);
      if (isIssued) await lineage.recordStart(tokens.refresh ?? tokens.access);
      return cookies.setTokens(tokens, createIdentity());
    },
    end,
  });
}

export const sessionPlugin = fastifyPlugin(sessions, {
  name: 'session',
  dependencies: ['telemetry', 'redis', 'upstream'],
});
