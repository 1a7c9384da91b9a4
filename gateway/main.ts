import { collectDefaultMetrics } from 'prom-client';
import { buildGateway } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { createAdminServer } from './operations/admin.ts';
import { createLogger, openLog } from './operations/logger.ts';
import { returnMemory } from './operations/return-memory.ts';
import { shutDownGracefully } from './operations/shutdown.ts';

/**
 * Connections that wait to be accepted. Beyond Node's 511, clients of a burst would try again only after a second; the
 * system may allow less (`net.core.somaxconn`).
 */
const backlog = 2_048;

/** The process: configuration, two servers, signals. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog();
  const logger = createLogger(config, log);
  for (const warning of config.warnings) logger.warn(warning);
  const gateway = await buildGateway(config, logger);
  log.on('drop', () => gateway.telemetry.logLineDropped());
  const admin = await createAdminServer(config, gateway);
  collectDefaultMetrics({ register: gateway.metrics });
  returnMemory();
  shutDownGracefully({ gateway, admin, logger, graceMs: config.shutdownGraceMs });
  await admin.listen({ host: config.host, port: config.adminPort });
  await gateway.listen({ host: config.host, port: config.port, backlog });
  logger.info({ port: config.port, adminPort: config.adminPort }, 'Listening');
}

main().catch((error: unknown) => {
  // An operator's mistakes get a line each; anything else its stack.
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : error}\n`,
  );
  process.exit(1);
});
