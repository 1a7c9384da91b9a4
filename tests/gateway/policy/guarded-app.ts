import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { Registry } from 'prom-client';
import { readConfig } from '../../../gateway/config.ts';
import { errorHandlerPlugin } from '../../../gateway/http/error-handler.ts';
import { jsonBodyPlugin } from '../../../gateway/http/json-body.ts';
import { createServer } from '../../../gateway/http/server.ts';
import { createErrorReports } from '../../../gateway/operations/error-reports.ts';
import { healthPlugin } from '../../../gateway/operations/health.ts';
import { createLogger } from '../../../gateway/operations/logger.ts';
import { requestLogPlugin } from '../../../gateway/operations/request-log.ts';
import { telemetryPlugin } from '../../../gateway/operations/telemetry.ts';
import { clientAddressPlugin, networkReader } from '../../../gateway/policy/client-address.ts';
import { type OverloadOptions, overloadPlugin } from '../../../gateway/policy/overload.ts';
import { rateLimitPlugin } from '../../../gateway/policy/rate-limit.ts';
import { requestShapePlugin } from '../../../gateway/policy/request-shape.ts';
import { routePolicyPlugin } from '../../../gateway/policy/route-policy.ts';
import { sameOriginPlugin } from '../../../gateway/policy/same-origin.ts';
import { securityHeadersPlugin } from '../../../gateway/policy/security-headers.ts';
import { unknownRoutesPlugin } from '../../../gateway/policy/unknown-routes.ts';
import { redisPlugin } from '../../../gateway/redis/plugin.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';

export interface GuardedApp {
  readonly app: FastifyInstance;
  readonly registry: Registry;
  /** Starts to listen. No routes can be added afterwards. */
  listen(): Promise<{ readonly origin: string; readonly port: number }>;
}

export interface GuardedOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: DestinationStream;
  readonly overload?: OverloadOptions;
}

export const publicOrigin = 'http://localhost:3000';

/** The gateway's policies around the routes that a test adds, without upstream and pages. */
export async function buildGuardedApp({ env, log, overload }: GuardedOptions = {}): Promise<GuardedApp> {
  const ports = { port: 3000, sandboxPort: 1, adminPort: 0 };
  const config = readConfig({ ...demoEnvironment(ports), ...(!log && { LOG_LEVEL: 'silent' }), ...env });
  const registry = new Registry();
  const logger = createLogger(config, log);
  const app = createServer(config, networkReader(config));
  app.decorate('metrics', registry);
  await app.register(telemetryPlugin, {
    registry,
    logger,
    errorReports: createErrorReports(config),
    cookieKeys: config.cookieKeys,
  });
  await app.register(healthPlugin);
  await app.register(redisPlugin, config);
  await app.register(routePolicyPlugin);
  await app.register(errorHandlerPlugin);
  await app.register(securityHeadersPlugin, config);
  await app.register(requestLogPlugin, { registry, logger, enableExemplars: false });
  await app.register(requestShapePlugin);
  await app.register(overloadPlugin, overload ?? {});
  await app.register(clientAddressPlugin, config);
  await app.register(sameOriginPlugin, config);
  await app.register(rateLimitPlugin, config);
  await app.register(unknownRoutesPlugin);
  await app.register(jsonBodyPlugin, config);
  return {
    app,
    registry,
    async listen() {
      const origin = await app.listen({ host: '127.0.0.1', port: 0 });
      return { origin, port: Number(new URL(origin).port) };
    },
  };
}
