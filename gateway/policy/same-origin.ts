import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { Problem } from '../http/problem.ts';
import { isRead, pathOf } from '../http/request-url.ts';

/**
 * Whether a page of this origin sent the request. Browsers set both headers, and no script can change them. A repeated
 * header arrives joined by a comma and matches nothing. decisions.md §3
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== publicOrigin) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}

/**
 * Whether no page of this origin can have sent the request. A navigation, and any request from a sibling site, brings
 * the cookies, and another site can end it while the gateway refreshes: the new pair would be lost, and with it the
 * session. `none` proves nothing: a site that the user has opened by hand is repeated with it on Back, and redirects.
 * The start of a WebSocket has no `Sec-Fetch-Site`, and behind some proxies no `Upgrade`; no page of ours starts one.
 */
const isFromElsewhere = ({
  'sec-fetch-mode': mode,
  'sec-fetch-site': site,
  'sec-websocket-key': webSocket,
}: IncomingHttpHeaders): boolean =>
  webSocket !== undefined || (mode !== undefined && site !== undefined && site !== 'same-origin');

async function sameOrigin(app: FastifyInstance, { publicOrigin }: Config): Promise<void> {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.crossSite) return done();
    // Unknown calls change nothing, and count against the limit of the visitor's network.
    const isCall = pathOf(request).startsWith('/web/');
    const isAllowed =
      isRead(request) || request.is404
        ? !isCall || !isFromElsewhere(request.headers)
        : isSameOrigin(request.headers, publicOrigin);
    if (isAllowed) done();
    else done(new Problem(codes.permissionDenied, 'Cross-site request refused', { reason: 'cross-site' }));
  });
}

export const sameOriginPlugin = fastifyPlugin(sameOrigin, {
  name: 'same-origin',
  dependencies: ['error-handler'],
});
