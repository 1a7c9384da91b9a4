import type { FastifyInstance } from 'fastify';
import { buildGateway } from '../../gateway/app.ts';
import { readConfig } from '../../gateway/config.ts';
import { createLogger } from '../../gateway/operations/logger.ts';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { fromRoot } from '../../scripts/root.ts';
import { freePorts } from './stack.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

/** The fields that tests look at. */
export interface LogLine {
  readonly level: string;
  readonly msg?: string;
  readonly security?: string;
  readonly account?: string;
  readonly session?: string;
  readonly next?: string;
  readonly traceId?: string;
  readonly err?: { readonly message: string };
}

export interface TestGateway {
  /** Where it listens. */
  readonly origin: string;
  readonly app: FastifyInstance;
  close(): Promise<void>;
}

/**
 * The real gateway in front of any upstream, on a free port, with a fixture in place of the built client.
 * @param lines gets what it logs
 */
export async function startGateway(
  apiBaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  lines?: LogLine[],
): Promise<TestGateway> {
  const [port = 0] = await freePorts(1);
  const config = readConfig({
    ...demoEnvironment({ port, sandboxPort: 1, adminPort: 0 }),
    API_BASE_URL: apiBaseUrl,
    CLIENT_DIR: fromRoot('tests/fixtures/build/client'),
    ...(!lines && { LOG_LEVEL: 'silent' }),
    ...env,
  });
  const app = await buildGateway(
    config,
    createLogger(config, lines && { write: (line) => lines.push(JSON.parse(line)) }),
  );
  await app.listen({ host: '127.0.0.1', port });
  return { origin: `http://localhost:${port}`, app, close: () => app.close() };
}

export interface GatewayAndUpstream {
  readonly upstream: TestUpstream;
  readonly gateway: TestGateway;
  close(): Promise<void>;
}

/** A gateway in front of an upstream that a test controls. */
export async function startGatewayAndUpstream(
  env: Readonly<Record<string, string>> = {},
  lines?: LogLine[],
): Promise<GatewayAndUpstream> {
  const upstream = await startUpstream();
  const gateway = await startGateway(upstream.origin, env, lines);
  return {
    upstream,
    gateway,
    async close() {
      await gateway.close();
      await upstream.close();
    },
  };
}
