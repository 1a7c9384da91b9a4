import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { onRequestClosed } from '../http/on-request-closed.ts';

/**
 * Chromium holds the response back, with its cookies, until it has looked at everything in its cache, which can take
 * half a minute. So the client signs out with `clear-cache: later`, and then asks for the session with `now`.
 */
const clearCache = ['clear-site-data', '"cache"'] as const;

/** What the client knows of its session, and sign-out. decisions.md §3, routes */
async function sessionRoutes(app: FastifyInstance): Promise<void> {
  const { cookies } = app.sessions;

  app.get(
    '/session',
    { exposeHeadRoute: false, config: { access: 'public', rate: 'none' } },
    async (request, reply) => {
      const session = app.sessions.read(request);
      const tag = cookies.tagOf(session.identity);
      if (tag !== null) reply.header('session-tag', tag);
      // The same request may have a session once its doubled cookies are deleted.
      if (session.isDoubled) reply.header('retry-after', '0');
      // The browser may use the response much later: no cookie of the next session must be deleted then.
      if (request.headers['clear-cache'] === 'now') reply.header(...clearCache);
      else reply.header('set-cookie', [...session.cleanup]);
      return reply.send(app.sessions.describe(session));
    },
  );

  // Never rate-limited: another user of the same address must not be able to keep anyone signed in.
  app.delete('/session', { config: { access: 'public', rate: 'none' } }, async (request, reply) => {
    const session = app.sessions.read(request);
    const context = app.sessions.callContext(request);
    // One that waits for its turn must not keep the request of a client that has left in memory.
    const left = new Promise<void>((resolve) => onRequestClosed(reply, resolve));
    await Promise.race([app.sessions.end(session, context), left]);
    app.telemetry.securityEvent('sign-out', { traceId: request.id, session: session.refresh });
    if (request.headers['clear-cache'] !== 'later') reply.header(...clearCache);
    return reply
      .header('set-cookie', [...session.cleanup, ...cookies.clearSession(session)])
      .code(204)
      .send();
  });
}

export const sessionRoutesPlugin = fastifyPlugin(sessionRoutes, {
  name: 'session-routes',
  dependencies: ['route-policy', 'session', 'client-address'],
});
