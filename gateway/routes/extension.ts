import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { isPrefetch, refusedPrefetch } from '../http/is-prefetch.ts';
import { watchConnection, whileConnected } from '../http/on-request-closed.ts';
import { Problem } from '../http/problem.ts';
import { queryOf } from '../http/request-url.ts';
import { isFromElsewhere } from '../policy/same-origin.ts';
import { mayCleanUp } from '../session/cookie-cleanup.ts';
import { parseCookies } from '../session/cookies.ts';
import type { Session } from '../session/session-cookies.ts';
import { refreshProblem } from '../session/token-refresher.ts';
import type { HeldTokens } from '../session/tokens.ts';

/** Hands the session over to the browser extension and ends it here. decisions.md §3, routes */
async function extension(app: FastifyInstance, config: Config): Promise<void> {
  const { cookies } = app.sessions;

  app.get(
    '/session/extension',
    {
      exposeHeadRoute: false,
      config: { access: 'navigation', rate: 'calls' },
    },
    async (request, reply) => {
      if (config.extensionId === null) throw new Problem(codes.notFound, 'Not found');
      if (isPrefetch(request)) throw refusedPrefetch();
      const { 'sec-fetch-dest': destination, 'sec-fetch-site': site } = request.headers;
      if (destination !== 'document' || site !== 'same-origin' || isFromElsewhere(request.headers)) {
        throw new Problem(codes.permissionDenied, 'Not a navigation of this site', { reason: 'cross-site' });
      }
      const session = app.sessions.read(request);
      // The browser may have another session than the page that led here.
      const tag = cookies.tagOf(session.identity);
      const expected = new URLSearchParams(queryOf(request)).get('session-tag') ?? tag;
      const isOther = tag !== null && expected !== tag;
      // Back and reload come here without the client, which asks first and then deletes the cookie.
      if (isOther || isAccountUnconfirmed(request.headers.cookie)) {
        // The page asks, and names the account, only if it sees the cookie. One of another host may be HttpOnly, or for
        // this path only: without ours the page would lead here again and again.
        return reply
          .header('set-cookie', cookies.setAccountUnconfirmed())
          .redirect(`${config.publicOrigin}/h/to-chrome`, 303);
      }
      const tokens = await takeTokens(app, session, request, reply);
      if (tokens.access === null) {
        return reply
          .header('set-cookie', [...(mayCleanUp(request.receivedAt) ? session.cleanup : session.lateCleanup)])
          .redirect(`${config.publicOrigin}/enter`, 303);
      }
      app.telemetry.securityEvent('hand-over to extension', { traceId: request.id, session: tokens.refresh });
      const fragment = new URLSearchParams({ access_token: tokens.access });
      if (tokens.refresh !== null) fragment.set('refresh_token', tokens.refresh);
      return reply
        .header('set-cookie', [...session.cleanup, ...cookies.clearSession(session)])
        .redirect(`chrome-extension://${config.extensionId}/dashboard.html#${fragment}`, 303);
    },
  );
}

export const extensionPlugin = fastifyPlugin(extension, {
  name: 'extension',
  dependencies: ['route-policy', 'session', 'client-address'],
});

/** Whether a link has signed in an account that the user may not know. Any of doubled cookies counts. */
function isAccountUnconfirmed(cookieHeader: string | undefined): boolean {
  const { values, duplicates } = parseCookies(cookieHeader);
  return [values.get('account_unconfirmed'), ...(duplicates.get('account_unconfirmed') ?? [])].some(Boolean);
}

/**
 * The newest pair of the session, which has ended here: two holders of one refresh token would end each other's
 * session.
 */
async function takeTokens(
  { sessions }: FastifyInstance,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<HeldTokens> {
  const { access, refresh } = session;
  if (refresh === null) {
    const { network } = sessions.callContext(request);
    if (access !== null) await whileConnected(reply, sessions.lineage.recordEnd(access, network));
    return { access, refresh };
  }
  const isWanted = watchConnection(reply);
  const handingOver = sessions.coordinator.handOver({ access, refresh }, sessions.callContext(request), isWanted);
  const outcome = await whileConnected(reply, handingOver);
  if (outcome.kind === 'handed over') return outcome.tokens;
  if (outcome.kind !== 'refused' && outcome.kind !== 'session ended') throw refreshProblem(outcome);
  const { cookies } = sessions;
  // An ended one's are not deleted: the browser may have those of the next session.
  reply.header('set-cookie', outcome.kind === 'refused' ? cookies.clearTokens() : cookies.markEnded(session));
  return { access: null, refresh: null };
}
