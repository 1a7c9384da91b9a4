import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { Problem } from '../http/problem.ts';

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
 * Whether a page of another site leads its tab here. The browser sends its cookies then, and that page can stop the
 * navigation before it ends: a refreshed pair would be lost, and with it the session.
 */
function isForeignNavigation({ 'sec-fetch-mode': mode, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return mode === 'navigate' && site !== undefined && site !== 'same-origin' && site !== 'none';
}

async function sameOrigin(app: FastifyInstance, { publicOrigin }: Config): Promise<void> {
  app.addCheck((request) => {
    const { access, crossSite } = request.routeOptions.config;
    // An unknown route changes nothing and gets its own error.
    if (request.is404 || crossSite) return null;
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (access === 'navigation' || access === 'file' || !isForeignNavigation(request.headers)) return null;
    } else if (isSameOrigin(request.headers, publicOrigin)) {
      return null;
    }
    return new Problem(codes.permissionDenied, 'Cross-site request refused', { reason: 'cross-site' });
  });
}

export const sameOriginPlugin = fastifyPlugin(sameOrigin, {
  name: 'same-origin',
  dependencies: ['checks', 'error-handler'],
});
