import { createServer } from 'node:net';
import process from 'node:process';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from '../../gateway/app.ts';
import { readConfig } from '../../gateway/config.ts';
import { buildSandbox } from '../../sandbox/app.ts';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { fromRoot } from '../../scripts/root.ts';

export interface Stack {
  readonly origin: string;
  readonly sandboxOrigin: string;
  readonly gateway: FastifyInstance;
  readonly sandbox: FastifyInstance;
  close(): Promise<void>;
}

export interface StackOptions {
  /** Overrides of the demo's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox?: Partial<Parameters<typeof buildSandbox>[0]>;
}

/** A client of one page and one script, so that these tests need no build. */
export const clientFixture = fromRoot('tests/fixtures/build/client');

/** The real gateway in front of the real sandbox, in this process, on free ports. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const [port = 0, sandboxPort = 0, adminPort = 0] = await freePorts(3);
  const env = {
    ...demoEnvironment({ port, sandboxPort, adminPort }),
    CLIENT_DIR: clientFixture,
    LOG_LEVEL: 'silent',
    ...options.env,
  };
  const config = readConfig(env);
  const sandbox = await buildSandbox({ productOrigin: config.publicOrigin, ...options.sandbox });
  await sandbox.listen({ host: '127.0.0.1', port: sandboxPort });
  const gateway = await buildGateway(config);
  await gateway.listen({ host: '127.0.0.1', port });
  return {
    origin: config.publicOrigin,
    sandboxOrigin: `http://localhost:${sandboxPort}`,
    gateway,
    sandbox,
    async close() {
      await gateway.close();
      await sandbox.close();
    },
  };
}

// Below the ephemeral range, so that no outgoing connection takes a port between choosing and binding it. Each test
// worker has its own block for the same reason.
const blockSize = 400;
const firstOfBlock = (() => {
  const { VITEST_POOL_ID: vitest, TEST_PARALLEL_INDEX: playwright } = process.env;
  if (vitest) return 12_000 + (Number(vitest) % 20) * blockSize;
  return playwright ? 20_000 + (Number(playwright) % 20) * blockSize : 28_000;
})();
let offered = Math.floor(Math.random() * blockSize);

/** Unused ports, different in each test worker. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    offered = (offered + 1) % blockSize;
    const port = firstOfBlock + offered;
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

/** Whether a server can bind the port on all addresses. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
