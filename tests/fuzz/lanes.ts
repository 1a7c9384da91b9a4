import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { calls } from '#shared/calls.ts';
import { readConfig } from '../../gateway/config.ts';
import { createAdminServer } from '../../gateway/operations/admin.ts';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { withSbin } from '../deploy/is-installed.ts';
import { startProxy } from '../replicas/proxy.ts';
import { freePorts } from '../support/stack.ts';
import { type ReceivedRequest, startUpstream } from '../support/upstream.ts';
import { startUnlimitedGateway } from './gateway.ts';

export interface Outcome {
  /** Of all responses that the client got. */
  readonly statuses: readonly number[];
  /** Requests that reached the upstream: without the ids that the gateway gives each request. */
  readonly arrived: readonly Arrival[];
}

export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One line: the statuses of the responses, and the requests that reached the upstream. */
export const describeOutcome = ({ statuses, arrived }: Outcome): string =>
  [
    statuses.join(' ') || 'no response',
    ...arrived.map(({ method, url, body }) => `${method} ${url} ${body}`.trim().slice(0, 100)),
  ].join(' → ');

/** A way to a gateway and an upstream of its own. */
export interface Lane {
  /** @param halfClose the client closes its side of the connection at once */
  send(bytes: Buffer, halfClose: boolean): Promise<Outcome>;
  /** All that the client receives until the connection closes. */
  receive(bytes: Buffer): Promise<string>;
  close(): Promise<void>;
}

interface Way {
  connect(): Socket;
  close(): Promise<void>;
}

type StartWay = (gatewayPort: number, adminPort: number) => Promise<Way>;

const publicOrigin = 'https://account.skerry.example';
const probe = Buffer.from(
  [
    `GET ${calls.visitorCountry.path} HTTP/1.1`,
    'Host: account.skerry.example',
    'Cookie: access_token=probe',
    'Connection: close',
    '\r\n',
  ].join('\r\n'),
);
const isProbe = ({ headers }: ReceivedRequest) => headers.authorization === 'probe';

/** Without a proxy. */
export const startDirectLane = () =>
  startLane(async (port) => ({ connect: () => connect(port, '127.0.0.1'), close: async () => undefined }));
/** Through HAProxy with deploy/proxy/haproxy.cfg. */
export const startHaproxyLane = () => startLane(startHaproxy);
/** Through nginx, as docs/operations.md recommends. */
export const startNginxLane = () => startLane(startNginx);

async function startLane(startWay: StartWay): Promise<Lane> {
  const upstream = await startUpstream();
  const gateway = await startUnlimitedGateway(upstream.origin, {
    PUBLIC_ORIGIN: publicOrigin,
    COOKIE_DOMAIN: 'skerry.example',
  });
  const { port } = gateway.app.server.address() as { port: number };
  const [adminPort = 0] = await freePorts(1);
  const config = readConfig({
    ...demoEnvironment({ port, sandboxPort: 1, adminPort }),
    API_BASE_URL: upstream.origin,
  });
  const admin = await createAdminServer(config, gateway.app);
  await admin.listen({ host: '127.0.0.1', port: adminPort });
  const way = await startWay(port, adminPort);

  const exchange = async (bytes: Buffer, halfClose: boolean): Promise<string> => {
    const socket = way.connect();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that responds before it has read everything may reset the connection.
    socket.on('error', () => undefined);
    if (halfClose) socket.end(bytes);
    else socket.write(bytes);
    // Not once(): that rejects on a reset.
    await new Promise((resolve) => socket.once('close', resolve));
    return Buffer.concat(chunks).toString('latin1');
  };

  return {
    async send(bytes, halfClose) {
      const before = upstream.requests.length;
      const statuses = readStatuses(await exchange(bytes, halfClose));
      // The next client gets its own response, and everything that came before has arrived with it.
      const next = readStatuses(await exchange(probe, false));
      const arrived = upstream.requests.slice(before);
      if (next.join() !== '200' || arrived.filter(isProbe).length !== 1)
        throw new Error(`The next client got ${next}, and ${arrived.filter(isProbe).length} of its requests arrived`);
      return { statuses, arrived: arrived.filter((request) => !isProbe(request)).map(describeArrival) };
    },
    receive: (bytes) => exchange(bytes, false),
    async close() {
      await way.close();
      await admin.close();
      await gateway.close();
      await upstream.close();
    },
  };
}

const readStatuses = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.[01] (\d{3})/g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);

/** Ids of one request, and the upstream's address, which differs between lanes. */
const ownHeaders = ['trace-id', 'traceparent', 'host'];

function describeArrival({ method, url, rawHeaders, body }: ReceivedRequest): Arrival {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!ownHeaders.includes(name)) headers[name] = [headers[name], rawHeaders[index + 1]].filter(Boolean).join(' + ');
  }
  return { method, url, headers, body };
}

const startHaproxy: StartWay = async (gatewayPort, adminPort) => {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const [port = 0] = await freePorts(1);
  const replica = { port: gatewayPort, adminPort };
  const proxy = await startProxy({ folder, port, routing: 'sticky', replicas: [replica, replica] });
  const open = () =>
    connectTls({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: proxy.certificate,
      ALPNProtocols: ['http/1.1'],
    });
  for (;;) {
    const socket = open();
    const isOpen = await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) break;
  }
  await proxy.untilAllUp();
  return {
    connect: open,
    async close() {
      await proxy.close();
      await rm(folder, { recursive: true });
    },
  };
};

const startNginx: StartWay = async (gatewayPort) => {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const [port = 0] = await freePorts(1);
  await mkdir(join(folder, 'temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp;`);
  await writeFile(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log /dev/null;
events { worker_connections 1024; }
http {
  access_log off; ${temp.join(' ')}
  # Whole bodies stay in memory.
  client_body_buffer_size 1m; client_max_body_size 1m; proxy_max_temp_file_size 0;
  proxy_buffer_size 16k; proxy_buffers 4 16k;
  # A client that closes its side of the connection waits for its response.
  proxy_ignore_client_abort on;
  upstream gateways { server 127.0.0.1:${gatewayPort}; keepalive 16; }
  server { listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gateways; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
    } }
}`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    env: { PATH: withSbin },
    stdio: 'ignore',
  });
  await waitForServer(`http://127.0.0.1:${port}/session`);
  return {
    connect: () => connect(port, '127.0.0.1'),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
