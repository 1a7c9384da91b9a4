import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry, type RegistryContentType } from 'prom-client';
import type { Config } from './config.ts';
import { errorHandlerPlugin } from './http/error-handler.ts';
import { jsonBodyPlugin } from './http/json-body.ts';
import { createServer } from './http/server.ts';
import { createErrorReports } from './operations/error-reports.ts';
import { healthPlugin } from './operations/health.ts';
import { createLogger } from './operations/logger.ts';
import { requestLogPlugin } from './operations/request-log.ts';
import { telemetryPlugin } from './operations/telemetry.ts';
import { tracesPlugin } from './operations/traces.ts';
import { clientFilesPlugin } from './pages/client-files.ts';
import { createErrorPages } from './pages/error-pages.ts';
import { pagesPlugin } from './pages/pages.ts';
import { wellKnownPlugin } from './pages/well-known.ts';
import { clientAddressPlugin, networkReader } from './policy/client-address.ts';
import { overloadPlugin } from './policy/overload.ts';
import { rateLimitPlugin } from './policy/rate-limit.ts';
import { requestShapePlugin } from './policy/request-shape.ts';
import { routePolicyPlugin } from './policy/route-policy.ts';
import { sameOriginPlugin } from './policy/same-origin.ts';
import { securityHeadersPlugin } from './policy/security-headers.ts';
import { unknownRoutesPlugin } from './policy/unknown-routes.ts';
import { redisPlugin } from './redis/plugin.ts';
import { browserReportsPlugin } from './routes/browser-reports.ts';
import { callsPlugin } from './routes/calls.ts';
import { extensionPlugin } from './routes/extension.ts';
import { oauthRedirectsPlugin } from './routes/oauth.ts';
import { sessionRoutesPlugin } from './routes/session.ts';
import { signInByUrlPlugin } from './routes/sign-in-by-url.ts';
import { visitCookiesPlugin } from './routes/visit-cookies.ts';
import { sessionPlugin } from './session/session.ts';
import { upstreamPlugin } from './upstream/client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}

/**
 * The public server, ready to listen. The order matters: request hooks run in this order, `onClose` hooks in reverse,
 * so that sessions finish before Redis and the upstream close.
 */
export async function buildGateway(config: Config, logger: Logger = createLogger(config)): Promise<FastifyInstance> {
  const registry = new Registry();
  // Only OpenMetrics has exemplars. One format for all scrapes: prom-client renames counters for good when it writes
  // this one.
  const enableExemplars = config.otlpEndpoint !== null;
  if (enableExemplars) {
    (registry as Registry<RegistryContentType>).setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  }
  const errorReports = createErrorReports(config);
  const app = createServer(config, networkReader(config));
  app.decorate('metrics', registry);

  await app.register(telemetryPlugin, { registry, logger, errorReports, cookieKeys: config.cookieKeys });
  await app.register(requestLogPlugin, { registry, logger, enableExemplars });
  await app.register(tracesPlugin, config);
  await app.register(healthPlugin);

  await app.register(routePolicyPlugin);
  await app.register(errorHandlerPlugin, { renderErrorPage: await createErrorPages(config) });
  await app.register(securityHeadersPlugin, config);
  await app.register(overloadPlugin, {});
  await app.register(requestShapePlugin);
  await app.register(clientAddressPlugin, config);
  await app.register(sameOriginPlugin, config);
  await app.register(redisPlugin, config);
  await app.register(rateLimitPlugin, config);
  await app.register(unknownRoutesPlugin);
  await app.register(jsonBodyPlugin, config);

  await app.register(upstreamPlugin, config);
  await app.register(sessionPlugin, config);
  await app.register(pagesPlugin, config);
  await app.register(signInByUrlPlugin, config);
  await app.register(visitCookiesPlugin, config);

  await app.register(callsPlugin);
  await app.register(oauthRedirectsPlugin, config);
  await app.register(sessionRoutesPlugin);
  await app.register(extensionPlugin, config);
  await app.register(browserReportsPlugin);
  await app.register(wellKnownPlugin, config);
  if (config.devServerUrl) await app.register(await loadDevServer(), { url: config.devServerUrl });
  else await app.register(clientFilesPlugin, config);

  await app.ready();
  return app;
}

/** Imported only in development: it takes memory. */
const loadDevServer = async () => (await import('./pages/dev-server.ts')).devServerPlugin;
