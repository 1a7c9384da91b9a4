import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { Problem } from '../http/problem.ts';
import { isRead, pathOf } from '../http/request-url.ts';

/**
 * Whether a page of this origin sent the request. Browsers set both headers, and no script can change them. A repeated
 * header arrives joined by a comma and matches nothing. decisions.md §3, CSRF
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== publicOrigin) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}

/**
 * Whether no page of this origin can have sent the request. A navigation, and any request from a sibling site, brings
 * the cookies, and another site can cancel it while the gateway refreshes: the new pair would be lost, and with it the
 * session. `none` counts, too: browsers also send it when Back reloads a page that redirects here. The start of a
 * WebSocket has no `Sec-Fetch-Site`, and behind some proxies no `Upgrade`; no page of ours starts one.
 */
export const isFromElsewhere = ({
  'sec-fetch-mode': mode,
  'sec-fetch-site': site,
  'sec-websocket-key': webSocket,
}: IncomingHttpHeaders): boolean =>
  webSocket !== undefined || (mode !== undefined && site !== undefined && site !== 'same-origin');

async function sameOrigin(app: FastifyInstance, { publicOrigin }: Config): Promise<void> {
  const isAllowed = (request: FastifyRequest): boolean => {
    if (request.routeOptions.config.crossSite) return true;
    const changesNothing = isRead(request) || request.is404;
    const { headers } = request;
    if (!changesNothing) return isSameOrigin(headers, publicOrigin) && !isFromElsewhere(headers);
    // A request from another site must not reach the rate limit: it would use up the limit of the visitor's network. So
    // this applies to unknown calls, too.
    const isCall = pathOf(request).startsWith('/web/');
    return !isCall || !isFromElsewhere(headers);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (isAllowed(request)) done();
    else done(new Problem(codes.permissionDenied, 'Cross-site request refused', { reason: 'cross-site' }));
  });
}

export const sameOriginPlugin = fastifyPlugin(sameOrigin, {
  name: 'same-origin',
  dependencies: ['error-handler'],
});
