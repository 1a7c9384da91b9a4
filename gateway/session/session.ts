import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { SessionState } from '#shared/start.ts';
import { authTypes } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { pathOf } from '../http/request-url.ts';
import { type CallContext, createRequestHeaders } from '../upstream/request-headers.ts';
import { SharedMemory } from './coordination-store.ts';
import { Renewals } from './refresh-coordinator.ts';
import { Journal } from './refresh-lineage.ts';
import { createRefresh } from './refresh-tokens.ts';
import { type Session, SessionCookies } from './session-cookies.ts';
import type { Tokens } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What `sessions.read` has found; null before. */
    heldSession: Session | null;
  }
  interface FastifyInstance {
    sessions: Sessions;
  }
}

/** Where tokens rest, and how they are replaced. */
export interface Sessions {
  readonly cookies: SessionCookies;
  readonly journal: Journal;
  readonly renewals: Renewals<CallContext>;
  /** What the request's cookies hold; what is wrong with them is reported. */
  read(request: FastifyRequest): Session;
  /** What the client may know of it. */
  describe(session: Session): SessionState;
  /** A new sign-in takes the place of what the browser held. */
  replace(held: Session, tokens: Tokens): Promise<void>;
}

/** Waiting for another replica, whose refresh may take its whole deadline and be taken over once after a crash. */
const patience = (upstreamTimeoutMs: number): number => 2 * upstreamTimeoutMs + 5_000;

async function session(app: FastifyInstance, config: Config): Promise<void> {
  const cookies = new SessionCookies(config);
  const memory = new SharedMemory(app.redis);
  const journal = new Journal(memory);
  const renewals = new Renewals({
    journal,
    memory,
    refresh: createRefresh(app.upstream, createRequestHeaders(config), cookies),
    telemetry: app.telemetry,
    patienceMs: patience(config.upstreamTimeoutMs),
  });
  // Nobody's client waits for some of them, and the upstream may have spent the token already.
  app.addHook('onClose', () => renewals.settled());
  app.decorateRequest('heldSession', null);
  app.decorate('sessions', {
    cookies,
    journal,
    renewals,
    read(request) {
      if (request.heldSession) return request.heldSession;
      const held = cookies.read(request.headers.cookie, pathOf(request));
      if (held.duplicates.length > 0) app.telemetry.securityEvent('duplicate cookie', { traceId: request.id });
      if (held.unopened.length > 0) app.telemetry.securityEvent('cookie not opened', { traceId: request.id });
      request.heldSession = held;
      return held;
    },
    describe(held) {
      const marker = held.cookies.get('auth_type');
      return {
        signedIn: held.access !== null || held.refresh !== null,
        authType: authTypes.find((authType) => authType === marker) ?? null,
      };
    },
    async replace(held, tokens) {
      if (held.refresh !== null) await journal.end(held.refresh);
      if (tokens.refresh !== null) await journal.begin(tokens.refresh);
    },
  });
}

export const sessionPlugin = fastifyPlugin(session, {
  name: 'session',
  dependencies: ['telemetry', 'redis', 'upstream'],
});
