import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { CallName } from '#shared/calls.ts';
import { authTypes, type SessionState } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { type Connected, whileConnected } from '../http/on-request-closed.ts';
import { pathOf } from '../http/request-url.ts';
import { type CallContext, callContext } from '../upstream/request-headers.ts';
import { CoordinationStore } from './coordination-store.ts';
import { RefreshCoordinator } from './refresh-coordinator.ts';
import { RefreshLineage } from './refresh-lineage.ts';
import { createIdentity } from './sealed-token.ts';
import { type Session, SessionCookies } from './session-cookies.ts';
import { SessionTermination } from './session-termination.ts';
import { hashToken } from './token-keys.ts';
import { TokenRefresher } from './token-refresher.ts';
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
  /**
   * Whether a call with this key, which the page generates for each, was received in the last two minutes: browsers
   * repeat a request when a connection that they have used before ends without a response.
   */
  isRepetition(name: CallName, key: string, network: string): Promise<boolean>;
  /** What the client may know of the session. */
  describe(session: Session): SessionState;
  /**
   * Ends and revokes the browser's previous session, and starts the one of a new sign-in. Goes on without the client.
   * @param isIssued whether the upstream has returned the tokens now: what is known of them, from an earlier session,
   * is void
   * @throws {Problem} 499 when the client has left
   */
  start(
    tokens: Tokens,
    previous: Session,
    context: CallContext,
    reply: Connected,
    isIssued?: boolean,
  ): Promise<StartedSession>;
  /** After the upstream has deleted the account: `SessionTermination.endDeleted`. Goes on without the client. */
  endDeleted(newest: string | null, held: string | null, context: CallContext): Promise<boolean>;
  /** Runs the task for the request. Until it is done, nothing makes this replica forget that its session has ended. */
  keepEnd<T>(request: FastifyRequest, task: () => Promise<T>): Promise<T>;
  /** Ends the session: its tokens set no cookies any more. Their revocation runs in the background. */
  end(session: Session, context: CallContext): Promise<void>;
}

export interface StartedSession {
  readonly setCookies: readonly string[];
  /** What the client gets to know of it: `SessionCookies.tagOf`. */
  readonly tag: string | null;
}

/** Longer than a request lasts: a page gives up after 30 s, and Chromium ends the request 30 s later. */
const repetitionMs = 120_000;

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
    // The longest refresh of another replica, and the time after which its lease ends if it was killed.
    waitMs: 2 * config.upstreamTimeoutMs + 5_000,
  });
  const termination = new SessionTermination({ lineage, coordinator, telemetry });
  const read = (request: FastifyRequest): Session => {
    if (request.session) return request.session;
    const session = cookies.read(request.headers.cookie, pathOf(request));
    request.session = session;
    for (const fault of session.faults) telemetry.securityEvent(fault, { traceId: request.id });
    if (session.isPastLifetime) termination.endPastLifetime(session, contextOf(request, session));
    return session;
  };
  const contextOf = (request: FastifyRequest, { readableCookies } = read(request)) =>
    callContext(request, readableCookies.get('locale'));
  // Not `async`, as in `SessionTermination.end`: a client may leave while it waits.
  const replaceSession = (previous: Session, { access, refresh }: Tokens, context: CallContext, isIssued: boolean) => {
    const started = refresh ?? access;
    const ending = termination.end(previous, context, refresh);
    return isIssued ? ending.then(() => lineage.recordStart(started, context.network)) : ending;
  };
  // The upstream may have spent a token already, even if the client is gone.
  app.addHook('onClose', async () => {
    await coordinator.settled();
    await termination.settled();
  });
  app.decorateRequest('session', null);
  app.decorate('sessions', {
    cookies,
    lineage,
    links: new UsedLinks(store),
    coordinator,
    read,
    callContext: (request) => contextOf(request),
    isRepetition: async (name, key, network) =>
      !(await store.claim(`write:${hashToken(`${name} ${key}`)}`, repetitionMs, network, true)),
    describe(session) {
      const marker = session.readableCookies.get('auth_type');
      return {
        signedIn: session.access !== null || session.refresh !== null,
        authType: authTypes.find((authType) => authType === marker) ?? null,
      };
    },
    async start(tokens, previous, context, reply, isIssued = true) {
      await whileConnected(reply, replaceSession(previous, tokens, context, isIssued));
      const identity = createIdentity();
      return {
        setCookies: [...cookies.markEnded(previous), ...cookies.setTokens(tokens, identity)],
        tag: cookies.tagOf(identity),
      };
    },
    endDeleted: (newest, held, context) => termination.endDeleted(newest, held, context),
    keepEnd(request, task) {
      const { access, refresh } = read(request);
      return lineage.keepEnd(refresh ?? access, task);
    },
    end: (session, context) => termination.end(session, context, null),
  });
}

export const sessionPlugin = fastifyPlugin(sessions, {
  name: 'session',
  dependencies: ['telemetry', 'redis', 'upstream'],
});
