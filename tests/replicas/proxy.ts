import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createCertificateAuthority } from '../../sandbox/routers/certificate-authority.ts';
import { fromRoot } from '../../scripts/root.ts';

/** `sticky`: by the refresh cookie, as recommended; `round robin`: the worst case, alternating replicas. */
export type Routing = 'sticky' | 'round robin';

export interface ProxyOptions {
  readonly folder: string;
  readonly port: number;
  readonly routing: Routing;
  readonly replicas: readonly { readonly port: number; readonly adminPort: number }[];
}

export interface TestProxy {
  /** The certificate of the authority that clients must trust. */
  readonly certificate: string;
  /** Everything logged so far. */
  log(): string;
  /** Resolves when it sends requests to every replica. A rolling restart must wait for this. */
  untilAllUp(): Promise<void>;
  close(): Promise<void>;
}

/** The last state that the proxy logged. */
const isDown = (log: string, name: string): boolean =>
  log.lastIndexOf(`Server gateways/${name} is DOWN`) > log.lastIndexOf(`Server gateways/${name} is UP`);

const stickyLine = /^ *balance hash req\.cook\(refresh_token\)$/m;

/** A real HAProxy with TLS and the configuration that operators get, in front of replicas on this machine. */
export async function startProxy({ folder, port, routing, replicas }: ProxyOptions): Promise<TestProxy> {
  const authority = await createCertificateAuthority();
  const { certificate, key } = await authority.issueToNode('localhost');
  const certificateFile = join(folder, 'proxy.pem');
  await writeFile(certificateFile, `${certificate}\n${key}\n`);
  const recommended = (await readFile(fromRoot('deploy/proxy/haproxy.cfg'), 'utf8')).replace(
    'default-path config',
    `default-path origin ${fromRoot('deploy/proxy')}`,
  );
  if (!stickyLine.test(recommended)) throw new Error('deploy/proxy/haproxy.cfg has no line for sticky sessions');
  const configuration = join(folder, 'haproxy.cfg');
  await writeFile(
    configuration,
    routing === 'sticky' ? recommended : recommended.replace(stickyLine, '  balance roundrobin'),
  );
  const [first, second] = replicas;
  const child = spawn('haproxy', ['-db', '-f', configuration], {
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      ACCOUNT_BIND: `127.0.0.1:${port}`,
      // For manual use only.
      UPSTREAM_BIND: `unix@${join(folder, 'upstream.sock')}`,
      CERTIFICATE: certificateFile,
      GATEWAY_1: '127.0.0.1',
      GATEWAY_2: '127.0.0.1',
      PORT_1: String(first?.port),
      PORT_2: String(second?.port),
      ADMIN_PORT_1: String(first?.adminPort),
      ADMIN_PORT_2: String(second?.adminPort),
      SANDBOX: '127.0.0.1:1',
      // All simulated browsers have the same address.
      CONNECTIONS_PER_SOURCE: '100000',
      REQUESTS_PER_SOURCE: '100000000',
      FLOOD_PER_SOURCE: '100000000',
      NEW_CONNECTIONS_PER_SOURCE: '100000000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  const log = () => Buffer.concat(printed).toString();
  return {
    certificate: authority.certificate,
    log,
    async untilAllUp() {
      while (['gateway-1', 'gateway-2'].some((name) => isDown(log(), name))) await pause(50);
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
