import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { isPrefetch } from '../http/is-prefetch.ts';
import { Problem } from '../http/problem.ts';
import { refreshProblem } from '../session/refresh-coordinator.ts';
import type { Session } from '../session/session-cookies.ts';
import type { HeldTokens } from '../session/tokens.ts';

/** Hands the session over to the browser extension and ends it here. decisions.md §3 */
async function extension(app: FastifyInstance, config: Config): Promise<void> {
  const { cookies, lineage } = app.sessions;

  app.get(
    '/session/extension',
    { exposeHeadRoute: false, config: { access: 'navigation', rate: 'calls' } },
    async (request, reply) => {
      if (config.extensionId === null) throw new Problem(codes.notFound, 'Not found');
      if (isPrefetch(request)) throw new Problem(codes.unavailable, 'This address is not fetched in advance');
      const { 'sec-fetch-dest': destination, 'sec-fetch-site': site } = request.headers;
      if (destination !== 'document' || site !== 'same-origin') {
        throw new Problem(codes.permissionDenied, 'Not a navigation of this site', { reason: 'cross-site' });
      }
      const session = app.sessions.read(request);
      const tokens = await tokensToHandOver(app, session, request, reply);
      if (tokens.access === null) {
        return reply
          .header('cache-control', 'no-store')
          .header('set-cookie', [...session.cleanup])
          .redirect(`${config.publicOrigin}/enter`, 303);
      }
      // Two holders of one refresh token would end each other's session.
      if (tokens.refresh !== null) await lineage.recordEnd(tokens.refresh);
      app.telemetry.securityEvent('hand-over to extension', { traceId: request.id, session: tokens.refresh });
      const fragment = new URLSearchParams({ access_token: tokens.access });
      if (tokens.refresh !== null) fragment.set('refresh_token', tokens.refresh);
      return reply
        .header('cache-control', 'no-store')
        .header('set-cookie', [...session.cleanup, ...cookies.clearTokens(), cookies.clearAuthType()])
        .redirect(`chrome-extension://${config.extensionId}/dashboard.html#${fragment}`, 303);
    },
  );
}

export const extensionPlugin = fastifyPlugin(extension, {
  name: 'extension',
  dependencies: ['access', 'session', 'client-address'],
});

const noTokens: HeldTokens = { access: null, refresh: null };

/** The session's newest pair. Waits for a running refresh, and refreshes a session that has only its refresh token. */
async function tokensToHandOver(
  app: FastifyInstance,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<HeldTokens> {
  const { access, refresh } = session;
  const { coordinator, cookies, lineage } = app.sessions;
  let held: HeldTokens = session;
  if (refresh !== null && (access === null || (await coordinator.isRefreshing(refresh)))) {
    const outcome = await coordinator.refresh({ access, refresh }, app.sessions.callContext(request));
    if (outcome.kind === 'session ended') return noTokens;
    if (outcome.kind === 'refused') {
      app.telemetry.securityEvent('refresh refused', { traceId: request.id, session: refresh });
      reply.header('set-cookie', cookies.clearTokens());
      return noTokens;
    }
    if (outcome.kind !== 'renewed') throw refreshProblem(outcome);
    held = outcome.tokens;
  }
  const { ended, successor } = await lineage.read(held.refresh);
  return ended ? noTokens : (successor ?? held);
}
