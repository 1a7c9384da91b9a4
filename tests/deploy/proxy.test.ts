import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { Agent, type Dispatcher, request } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildGateway } from '../../gateway/app.ts';
import { readConfig } from '../../gateway/config.ts';
import { createAdminServer } from '../../gateway/operations/admin.ts';
import { createCertificateAuthority } from '../../sandbox/routers/certificate-authority.ts';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { fromRoot } from '../../scripts/root.ts';
import { locales } from '../../shared/locale.ts';
import { createGate } from '../support/gate.ts';
import { clientFixture, freePorts } from '../support/stack.ts';
import { sendJson, startUpstream, type TestUpstream } from '../support/upstream.ts';
import { isInstalled, withSbin } from './is-installed.ts';

interface Replica {
  readonly gateway: FastifyInstance;
  readonly admin: FastifyInstance;
  readonly ports: { readonly port: number; readonly adminPort: number };
  /** Number of session requests it has handled. */
  handledRequests(): Promise<number>;
}

const configuration = fromRoot('deploy/proxy/haproxy.cfg');
// Accepts the self-signed certificate below; the identity of the proxy is not tested.
const agent = new Agent({ connect: { rejectUnauthorized: false } });
const printed: Buffer[] = [];

let folder = '';
let origin = '';
let upstream: TestUpstream;
let replicas: readonly [Replica, Replica];
let proxy: ChildProcess;

async function startReplica(apiBaseUrl: string, clientDir: string): Promise<Replica> {
  const [port = 0, adminPort = 0] = await freePorts(2);
  const config = readConfig({
    ...demoEnvironment({ port, sandboxPort: 1, adminPort }),
    API_BASE_URL: apiBaseUrl,
    PUBLIC_ORIGIN: origin,
    CLIENT_DIR: clientDir,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'silent',
  });
  const gateway = await buildGateway(config);
  const admin = await createAdminServer(config, gateway);
  await gateway.listen({ host: '127.0.0.1', port });
  await admin.listen({ host: '127.0.0.1', port: adminPort });
  return {
    gateway,
    admin,
    ports: { port, adminPort },
    async handledRequests() {
      const line = /^gateway_request_duration_seconds_count\{method="GET",call="\/session".*\} (\d+)$/m;
      return Number(line.exec(await gateway.metrics.metrics())?.[1] ?? 0);
    },
  };
}

function startProxy(file: string, port: number): ChildProcess {
  const [first, second] = replicas;
  return spawn('haproxy', ['-db', '-f', file], {
    env: {
      PATH: withSbin,
      ACCOUNT_BIND: `127.0.0.1:${port}`,
      UPSTREAM_BIND: `unix@${join(folder, `upstream-${port}.sock`)}`,
      CERTIFICATE: join(folder, 'localhost.pem'),
      GATEWAY_1: '127.0.0.1',
      GATEWAY_2: '127.0.0.1',
      PORT_1: String(first.ports.port),
      PORT_2: String(second.ports.port),
      ADMIN_PORT_1: String(first.ports.adminPort),
      ADMIN_PORT_2: String(second.ports.adminPort),
      SANDBOX: '127.0.0.1:1',
      REQUESTS_PER_SOURCE: '2000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function stopProxy(started: ChildProcess): Promise<void> {
  if (started.exitCode !== null) return;
  started.kill('SIGKILL');
  await once(started, 'exit');
}

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  request(origin + path, { dispatcher: agent, headers }).then(async ({ statusCode, body }) => {
    await body.dump();
    return statusCode;
  });

/** How many of the requests of `send` each replica handles. */
async function countRequests(send: () => Promise<unknown>): Promise<number[]> {
  const before = await Promise.all(replicas.map((replica) => replica.handledRequests()));
  await send();
  const after = await Promise.all(replicas.map((replica) => replica.handledRequests()));
  return after.map((count, index) => count - (before[index] ?? 0));
}

const countConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

/** `connected`, or why the handshake failed. */
async function connectWith(options: ConnectionOptions): Promise<string> {
  const socket = connectTls({
    port: Number(new URL(origin).port),
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ...options,
  });
  const outcome = await new Promise<string>((resolve) => {
    socket.once('secureConnect', () => resolve('connected'));
    socket.once('error', ({ message }) => resolve(message));
  });
  socket.destroy();
  return outcome;
}

/** The lines in JSON of the proxy's log. */
const logged = () =>
  Buffer.concat(printed)
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{'));

if (!isInstalled('haproxy'))
  console.log('Skipped, because HAProxy is not installed (npm run setup): tests/deploy/proxy.test.ts');

describe.skipIf(!isInstalled('haproxy'))('HAProxy with deploy/proxy/haproxy.cfg', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxy-'));
    const [port = 0] = await freePorts(1);
    origin = `https://localhost:${port}`;
    const { certificate, key } = await (await createCertificateAuthority()).issueToNode('localhost');
    await writeFile(join(folder, 'localhost.pem'), `${certificate}\n${key}\n`);
    // The second replica runs a newer version with an additional file.
    const newer = join(folder, 'client');
    await cp(clientFixture, newer, { recursive: true });
    for (const part of ['manifest', 'prerendered']) await cp(`${clientFixture}-${part}.json`, `${newer}-${part}.json`);
    await writeFile(join(newer, 'assets/of-the-newer-one.js'), 'export {};');
    upstream = await startUpstream();
    replicas = [await startReplica(upstream.origin, clientFixture), await startReplica(upstream.origin, newer)];
    proxy = startProxy(configuration, port);
    proxy.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
    proxy.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
    await vi.waitFor(() => ask('/session'), { timeout: 40_000 });
  }, 60_000);

  afterAll(async () => {
    await stopProxy(proxy);
    await agent.destroy();
    for (const { gateway, admin } of replicas) await Promise.all([gateway.close(), admin.close()]);
    await upstream.close();
    await rm(folder, { recursive: true });
  });

  test('requests with the same refresh cookie go to the same replica; different cookies are spread over both', async () => {
    const hold = (token: string) => ({ cookie: `access_token=a; refresh_token=${token}` });
    const one = await countRequests(() => Promise.all(Array.from({ length: 20 }, () => ask('/session', hold('one')))));
    expect([...one].sort()).toEqual([0, 20]);
    const many = await countRequests(() =>
      Promise.all(Array.from({ length: 60 }, (_, index) => ask('/session', hold(`token-${index}`)))),
    );
    expect(Math.min(...many)).toBeGreaterThan(5);
  });

  test('requests without a session are spread over both replicas', async () => {
    const counts = await countRequests(() => Promise.all(Array.from({ length: 60 }, () => ask('/session'))));
    expect(Math.min(...counts)).toBeGreaterThan(5);
  });

  test('a file that one replica lacks comes from the other; a file that both lack is 404', async () => {
    for (let index = 0; index < 4; index += 1) expect(await ask('/assets/of-the-newer-one.js')).toBe(200);
    const asked: string[] = [];
    for (const [index, { gateway }] of replicas.entries())
      gateway.server.on('request', ({ url }: IncomingMessage) => asked.push(`${index} ${url}`));
    expect(await ask('/assets/of-none.js')).toBe(404);
    expect(asked.sort()).toEqual(['0 /assets/of-none.js', '1 /assets/of-none.js']);
  });

  test.each(['/session', '/assets/main-AAAAAAAA.js'])(
    'a GET that a replica drops without a response is retried on the other replica: %s',
    async (path) => {
      const { server } = replicas[0].gateway;
      let dropped = 0;
      const drop = ({ url, socket }: IncomingMessage) => {
        if (url !== path) return;
        dropped += 1;
        socket.destroy();
      };
      server.prependListener('request', drop);
      while (dropped === 0) expect(await ask(path)).toBe(200);
      server.off('request', drop);
    },
  );

  test('no response has a Keep-Alive header, because the proxy closes idle connections earlier than the gateway', async () => {
    const keepAlive = async (at: string) => {
      const { headers, body } = await request(`${at}/session`, { dispatcher: agent });
      await body.dump();
      return headers['keep-alive'];
    };
    expect(await keepAlive(`http://127.0.0.1:${replicas[0].ports.port}`)).toBeUndefined();
    expect(await keepAlive(origin)).toBeUndefined();
  });

  test('an X-Forwarded-For header from a client is dropped', async () => {
    await ask('/web/v1/profile', { cookie: 'access_token=a', 'x-forwarded-for': '203.0.113.9' });
    expect(upstream.requestsTo('/web/v1/profile').at(-1)?.headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  test('the proxy logs paths without queries, emails and tokens', async () => {
    await ask('/x'.repeat(500), { accept: 'text/html' });
    await ask(`/h/${'y'.repeat(64)}.314159`, { accept: 'text/html' });
    await ask(`${'/x'.repeat(100)}/${'y'.repeat(64)}`, { accept: 'text/html' });
    const odd = await request(origin, { dispatcher: agent, method: 'Z'.repeat(900) as Dispatcher.HttpMethod });
    await odd.body.dump();
    for (const start of ['%3F', '%253F', '%EF%BC%9F', '&', '%26', ';', '=', '%23', '@', ':', '%40', ','])
      await ask(`/h/otc${start}code=314159`, { accept: 'text/html' });
    await ask('/h/otc?code=314159&email=anna@example.com', { accept: 'text/html' });
    const lines = await vi.waitFor(
      () => {
        const parsed = logged().map((line): { path?: string } => JSON.parse(line));
        expect(parsed.at(-1)?.path).toBe('/h/otc');
        return parsed;
      },
      { timeout: 10_000 },
    );
    const fields = ['time', 'method', 'path', 'status', 'ms', 'server', 'ended'];
    for (const line of lines) expect(Object.keys(line)).toEqual(fields);
    expect(logged().join()).not.toMatch(/314159|anna@|y{9}|Z{17}|(\/x){129}/);
    expect(lines.map(({ path }) => path)).toContain('/x'.repeat(128));
  });

  test('one address has a limit of requests in ten seconds; another one is not affected', async () => {
    const from = (localAddress: string) =>
      new Agent({ connections: 16, localAddress, connect: { rejectUnauthorized: false } });
    const [flood, other] = [from('127.0.0.2'), from('127.0.0.3')];
    const send = async (dispatcher: Agent) => {
      const { statusCode, headers, body } = await request(`${origin}/session`, { dispatcher });
      await body.dump();
      return { statusCode, retryAfter: headers['retry-after'] };
    };
    const statuses: number[] = [];
    const keepSending = async () => {
      while (!statuses.includes(429) && statuses.length < 10_000) statuses.push((await send(flood)).statusCode);
    };
    await Promise.all(Array.from({ length: 16 }, keepSending));
    // HAProxy estimates the rate.
    expect(statuses.length).toBeGreaterThan(1_500);
    expect(await send(flood)).toEqual({ statusCode: 429, retryAfter: '10' });
    expect((await send(other)).statusCode).toBe(200);
    await Promise.all([flood.destroy(), other.destroy()]);
  });

  test.each([
    ['X25519', true],
    ['P-256', true],
    // A handshake with it takes the proxy a hundred times as long as its client.
    ['ffdhe8192', false],
    ['ffdhe2048', false],
    ['P-384', false],
    ['P-521', false],
  ])('a client that exchanges keys by %s alone is served: %s', async (ecdhCurve, served) => {
    expect(await connectWith({ ecdhCurve })).toMatch(served ? 'connected' : /handshake failure/);
  });

  test.each([
    ['ECDHE-ECDSA-AES128-GCM-SHA256', true],
    ['ECDHE-ECDSA-CHACHA20-POLY1305', true],
    ['ECDHE-ECDSA-AES128-SHA', false],
  ])('a client that speaks TLS 1.2 with %s alone is served: %s', async (ciphers, served) => {
    const options = { maxVersion: 'TLSv1.2', ciphers } as const;
    expect(await connectWith(options)).toMatch(served ? 'connected' : /handshake failure/);
  });

  test('a client that speaks TLS 1.1 alone is not served', async () => {
    // OpenSSL refuses it by itself at higher levels.
    const options = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
    expect(await connectWith(options)).toMatch(/protocol version/);
  });

  test('a failed handshake is logged without the client’s address', async () => {
    const before = logged().length;
    await connectWith({ ecdhCurve: 'P-521' });
    const line = await vi.waitFor(() => {
      expect(logged().length).toBeGreaterThan(before);
      return logged().at(-1) ?? '';
    });
    expect(Object.keys(JSON.parse(line))).toEqual(['time', 'error', 'tls']);
    expect(Buffer.concat(printed).toString()).not.toMatch(/127\.0\.0\.1:\d+ \[/);
  });

  test('a client that closes its connection aborts its call to the upstream', async () => {
    const { respond } = upstream;
    onTestFinished(() => {
      upstream.respond = respond;
    });
    let closed = false;
    upstream.respond = (_, response) => {
      response.once('close', () => {
        closed = true;
      });
    };
    const socket = connectTls({ port: Number(new URL(origin).port), host: '127.0.0.1', rejectUnauthorized: false });
    const before = upstream.requests.length;
    socket.write('GET /web/v1/profile HTTP/1.1\r\nHost: localhost\r\nCookie: access_token=a\r\n\r\n');
    await expect.poll(() => upstream.requests.length).toBe(before + 1);
    socket.destroy();
    // Long before UPSTREAM_TIMEOUT_MS.
    await expect.poll(() => closed, { timeout: 5_000 }).toBe(true);
  });

  test('only a version that limits the frames of HTTP/2 offers it', async () => {
    const { port } = new URL(origin);
    const socket = connectTls({
      port: Number(port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    await once(socket, 'secureConnect');
    const output = execFileSync('haproxy', ['-v'], { env: { PATH: withSbin }, encoding: 'utf8' });
    const [major = 0, minor = 0, patch = 0] = /version (\d+)\.(\d+)\.(\d+)/.exec(output)?.slice(1).map(Number) ?? [];
    const hasLimit = major > 3 || (major === 3 && (minor > 3 || (minor === 2 && patch >= 26)));
    expect(socket.alpnProtocol).toBe(hasLimit ? 'h2' : 'http/1.1');
    socket.destroy();
  });

  test('HTTP/2 does not begin unless it was offered', async () => {
    const { port } = new URL(origin);
    const socket = connectTls({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
    // The connection preface and an empty SETTINGS frame.
    socket.write(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\0'.repeat(3)}\u0004${'\0'.repeat(5)}`, 'latin1');
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString('latin1')).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  test('a flood of new connections of one address is refused; another one is served', async () => {
    const { port } = new URL(origin);
    const open = (localAddress: string) =>
      new Promise<boolean>((resolve) => {
        const transport = connect({ port: Number(port), host: '127.0.0.1', localAddress });
        const socket = connectTls({ socket: transport, rejectUnauthorized: false });
        transport.once('error', () => resolve(false));
        socket.once('secureConnect', () => {
          socket.destroy();
          resolve(true);
        });
        for (const end of ['error', 'close']) socket.once(end, () => resolve(false));
      });
    let served = 0;
    const openUntilRefused = async () => {
      while (served < 2_000 && (await open('127.0.0.8'))) served += 1;
    };
    // One after the other can be slower than the limit.
    await Promise.all(Array.from({ length: 8 }, openUntilRefused));
    expect(served).toBeGreaterThan(900);
    expect(served).toBeLessThan(1_500);
    expect(await open('127.0.0.9')).toBe(true);
  });

  test('after many requests at once, the proxy keeps no more than 100 idle connections to a replica', async () => {
    const held = createGate();
    upstream.respond = async (_, response) => {
      await held.pass();
      sendJson(response, 200, {});
    };
    // One replica serves them all.
    const headers = { cookie: 'access_token=a; refresh_token=one' };
    const clients = ['127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7'].map(
      (localAddress) => new Agent({ connections: 50, localAddress, connect: { rejectUnauthorized: false } }),
    );
    const statuses = clients.flatMap((dispatcher) =>
      Array.from({ length: 50 }, async () => {
        const { statusCode, body } = await request(`${origin}/web/v1/profile`, { dispatcher, headers });
        await body.dump();
        return statusCode;
      }),
    );
    const connections = () => Promise.all(replicas.map(({ gateway }) => countConnections(gateway)));
    await expect.poll(async () => Math.max(...(await connections())), { timeout: 15_000 }).toBeGreaterThanOrEqual(200);
    held.open();
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    expect(Math.max(...(await connections()))).toBeLessThanOrEqual(110);
    await Promise.all(clients.map((client) => client.destroy()));
  });

  test('a replica that shuts down gets no new requests, and no request fails', async () => {
    const [first] = replicas;
    first.gateway.health.shuttingDown = true;
    const statuses = new Set<number>();
    const sendSome = () =>
      countRequests(async () => {
        for (let index = 0; index < 10; index += 1) statuses.add(await ask('/session'));
      });
    await expect.poll(sendSome, { timeout: 15_000 }).toEqual([0, 10]);
    expect([...statuses]).toEqual([200]);
  });

  test('without any gateway, visitors get an error page in every language', async () => {
    for (const { gateway } of replicas) gateway.health.shuttingDown = true;
    const response = await vi.waitFor(
      async () => {
        const { statusCode, headers, body } = await request(`${origin}/enter`, { dispatcher: agent });
        const html = await body.text();
        expect(statusCode).toBe(503);
        return { headers, html };
      },
      { timeout: 15_000, interval: 500 },
    );
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['retry-after']).toBe('60');
    expect(response.headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(response.html.match(/<section lang="\w+"/g)).toHaveLength(locales.length);
    expect(response.html).toContain('<section lang="de" dir="ltr"><h1>Bei uns ist gerade sehr viel los');
  });

  test('one address has at most 100 connections: a client that does not read leaves room for others', async () => {
    const { port } = new URL(origin);
    const sockets = Array.from({ length: 140 }, () =>
      connectTls({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }),
    );
    const opened = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<boolean>((resolve) => {
            socket.once('secureConnect', () => resolve(true));
            for (const end of ['error', 'close']) socket.once(end, () => resolve(false));
          }),
      ),
    );
    for (const socket of sockets) socket.destroy();
    const count = opened.filter(Boolean).length;
    // Earlier tests have left some connections open.
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(100);
  });

  test('behind a load balancer, with the changes of operations.md, each of its clients has 100 connections', async () => {
    const [port = 0] = await freePorts(1);
    // With the error pages, whose paths are relative.
    const changed = join(folder, 'proxy', 'haproxy.cfg');
    await cp(fromRoot('deploy/proxy'), dirname(changed), { recursive: true });
    const original = await readFile(configuration, 'utf8');
    await writeFile(
      changed,
      original
        .replace('bind "$ACCOUNT_BIND" ', 'bind "$ACCOUNT_BIND" accept-proxy ')
        .replaceAll('tcp-request connection', 'tcp-request session'),
    );
    const behind = startProxy(changed, port);
    onTestFinished(() => stopProxy(behind));
    const open = (client: string) =>
      new Promise<TLSSocket | null>((resolve) => {
        const transport = connect({ port, host: '127.0.0.1' });
        transport.write(`PROXY TCP4 ${client} 203.0.113.9 30000 443\r\n`);
        const socket = connectTls({ socket: transport, rejectUnauthorized: false });
        transport.on('error', () => resolve(null));
        for (const end of ['error', 'close']) socket.on(end, () => resolve(null));
        // The proxy refuses only after the handshake.
        socket.once('secureConnect', () => setTimeout(() => resolve(socket.destroyed ? null : socket), 500));
      });
    const one = '198.51.100.1';
    await vi.waitFor(async () => expect(await open('198.51.100.2')).not.toBeNull(), { timeout: 20_000 });
    const opened = await Promise.all(Array.from({ length: 140 }, () => open(one)));
    const held = opened.filter((socket) => socket !== null);
    onTestFinished(() => {
      for (const socket of held) socket.destroy();
    });
    expect(held).toHaveLength(100);
    expect(await open('198.51.100.3')).not.toBeNull();
  });
});

test.skipIf(!isInstalled('haproxy'))(
  'the configuration is valid with the addresses of docker-compose.yml',
  async () => {
    const checked = await mkdtemp(join(tmpdir(), 'proxy-'));
    const { certificate, key } = await (await createCertificateAuthority()).issueToNode('localhost');
    const file = join(checked, 'localhost.pem');
    await writeFile(file, `${certificate}\n${key}\n`);
    const env = { PATH: withSbin, CERTIFICATE: file };
    expect(execFileSync('haproxy', ['-c', '-f', configuration], { env, encoding: 'utf8', stdio: 'pipe' })).toMatch(
      /valid/,
    );
    await rm(checked, { recursive: true });
  },
);
