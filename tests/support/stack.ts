import { createServer, type Server } from 'node:net';
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
  /** Added to, and standing over, the demo's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox?: Partial<Parameters<typeof buildSandbox>[0]>;
}

/** A client of one page and one script, so that these tests need no build. */
export const clientFixture = fromRoot('tests/fixtures/build/client');

/** The real gateway in front of the real sandbox, both over HTTP on free ports of this machine. */
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

/** Free ports, all held at once while asking, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map(hold));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function hold(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
