import type { FastifyInstance } from 'fastify';
import { notFound } from '../problem.ts';
import type { Sandbox } from '../sandbox.ts';

/**
 * Opens the product signed in to another account. The gateway keeps an existing session, so this first clears the
 * cookies. It can, because cookies belong to the host name, whatever the port.
 */
export function registerOpenSignedIn(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: { email?: string; path?: string } }>('/open', (request, reply) => {
    const { settings, world } = sandbox;
    const account = world.findAccountByEmail(request.query.email ?? '');
    if (!account) throw notFound('account unknown');
    const target = new URL(request.query.path ?? '/profile', settings.productOrigin);
    if (target.origin !== settings.productOrigin) throw notFound('not a page of the product');
    target.searchParams.set('token', account.permanentToken);
    return reply
      .header('set-cookie', clearCookies(sandbox))
      .header('cache-control', 'no-store')
      .redirect(target.href, 303);
  });
}

const clearCookies = ({ settings }: Sandbox): string[] =>
  [settings.accessTokenCookie, settings.refreshTokenCookie, settings.authTypeCookie].map(
    (name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`,
  );
