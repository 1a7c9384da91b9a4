import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { calls } from '#shared/calls.ts';
import type { Config } from '../config.ts';
import { visitorLocale } from '../http/request-locale.ts';

const providers = [
  [calls.signInWithGoogle, 'google'],
  [calls.signInWithApple, 'apple-id'],
  [calls.signInWithSetapp, 'setapp'],
] as const;

/** Redirects to the upstream's social sign-in, without the request's own query. decisions.md §3, routes */
async function oauthRedirects(app: FastifyInstance, config: Config): Promise<void> {
  for (const [call, authType] of providers) {
    app.route({
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      config: { access: 'public', rate: 'social sign-in', crossSite: true },
      handler: async (request, reply) => {
        const locale = visitorLocale(request, app.sessions.read(request).readableCookies.get('locale'));
        const query = new URLSearchParams({ 'app-identity': config.appIdentity, locale });
        app.telemetry.signedIn('oauth started');
        return reply
          .header('set-cookie', app.sessions.cookies.setAuthType(authType))
          .redirect(`${config.apiPublicUrl}${call.path}?${query}`, 302);
      },
    });
  }
}

export const oauthRedirectsPlugin = fastifyPlugin(oauthRedirects, {
  name: 'oauth-redirects',
  dependencies: ['route-policy', 'session'],
});
