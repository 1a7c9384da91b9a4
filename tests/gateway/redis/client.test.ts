import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Cluster, Redis } from 'ioredis';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseRedisAddress } from '../../../gateway/config-values.ts';
import { createClient } from '../../../gateway/redis/client.ts';
import { createCertificateAuthority } from '../../../sandbox/routers/certificate-authority.ts';

const clients: (Redis | Cluster)[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

function create<Kind extends typeof Redis | typeof Cluster>(kind: Kind, url: string): InstanceType<Kind> {
  const client = createClient(parseRedisAddress('REDIS_URL', url));
  clients.push(client);
  expect(client).toBeInstanceOf(kind);
  return client as InstanceType<Kind>;
}

/** Common to all clients: a command is sent once and fails immediately without a connection. */
const always = { lazyConnect: true, enableOfflineQueue: false, keyPrefix: 'skerry:' };
const onServers = {
  connectTimeout: 1_000,
  commandTimeout: 7_500,
  socketTimeout: 5_000,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
};

describe('one server', () => {
  test('uses host, port, database and credentials of the URL', () => {
    const { options, status } = create(Redis, 'redis://anna:secret@redis.example:6380/2');
    const address = { host: 'redis.example', port: 6380, db: 2, username: 'anna', password: 'secret' };
    expect(options).toMatchObject({ ...always, ...onServers, ...address });
    expect([options.tls, status]).toEqual([undefined, 'wait']);
    expect(create(Redis, 'rediss://redis.example').options.tls).toBeTruthy();
  });

  test('reconnects after 100 ms, with a growing delay of at most one second', () => {
    const { retryStrategy } = create(Redis, 'redis://redis.example').options;
    expect([1, 2, 10, 50].map((attempt) => retryStrategy?.(attempt))).toEqual([100, 200, 1_000, 1_000]);
  });

  test('gets no command if its certificate is of an unknown authority', async () => {
    const { certificate, key } = await (await createCertificateAuthority()).issueToNode('localhost');
    const received: Buffer[] = [];
    const server = createTlsServer({ cert: certificate, key }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => received.push(data));
    }).listen(0, 'localhost');
    await once(server, 'listening');
    const client = create(Redis, `rediss://localhost:${(server.address() as AddressInfo).port}`);
    const errors: string[] = [];
    client.on('error', ({ message }) => errors.push(message));
    await expect(client.connect()).rejects.toThrow();
    expect(errors[0]).toMatch(/certificate/);
    expect(received).toEqual([]);
    client.disconnect();
    server.close();
  });

  test('is connected to again when its connection stops responding without being closed', async () => {
    const connections: Socket[] = [];
    const server = createServer((socket) => {
      connections.push(socket);
      const isFirst = connections.length === 1;
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        const text = data.toString().toLowerCase();
        if (isFirst && text.includes('skerry:')) return;
        const responses = { hello: '%0\r\n', client: '+OK\r\n', info: '$9\r\nloading:0\r\n', get: '+OK\r\n' };
        for (const name of text.match(/^(hello|client|info|get)(?=\r$)/gm) ?? []) {
          socket.write(responses[name as keyof typeof responses]);
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = create(Redis, `redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
    client.on('error', () => undefined);
    await client.connect();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lost = expect(client.get('key')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(5_000);
    await lost;
    // The delay before it connects again.
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await expect.poll(() => client.get('key').catch(String)).toBe('OK');
    expect(connections).toHaveLength(2);
    client.disconnect();
    server.close();
  });
});

describe('Sentinels', () => {
  test('are asked for the master', () => {
    const { options } = create(Redis, 'redis+sentinel://one.example:26379,two.example:26380/account');
    const sentinels = [
      { host: 'one.example', port: 26_379 },
      { host: 'two.example', port: 26_380 },
    ];
    expect(options).toMatchObject({ ...always, ...onServers, sentinels, name: 'account' });
    expect(options).toMatchObject({ sentinelCommandTimeout: 1_000, failoverDetector: true });
    expect([options.tls, options.username, options.password]).toEqual([undefined, null, null]);
    expect(options.enableTLSForSentinelMode).toBe(false);
    expect([1, 50].map((attempt) => options.sentinelRetryStrategy?.(attempt))).toEqual([100, 1_000]);
  });

  test.each([
    ['TLS', 'rediss', true],
    ['plain text', 'redis', false],
  ])('are asked by %s', async (_, scheme, isEncrypted) => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = create(Redis, `${scheme}+sentinel://127.0.0.1:${port}/account`);
    client.connect().catch(() => undefined);
    const [socket]: Socket[] = await once(server, 'connection');
    const [data]: Buffer[] = await once(socket as Socket, 'data');
    socket?.destroy();
    const handshake = 0x16;
    expect(data?.[0] === handshake).toBe(isEncrypted);
  });

  test('use TLS for Sentinels and servers, and the password for servers only', () => {
    const { options } = create(Redis, 'rediss+sentinel://anna:secret@one.example:26379/account');
    expect(options).toMatchObject({ tls: {}, enableTLSForSentinelMode: true, username: 'anna', password: 'secret' });
    expect(options.sentinelPassword).toBeUndefined();
  });
});

test.each([
  ['one server', 'redis://redis.example'],
  ['Sentinels', 'redis+sentinel://one.example:26379/account'],
])('a server that has become a replica is disconnected from: %s', (_, url) => {
  const { reconnectOnError } = create(Redis, url).options;
  const isLeft = (message: string) => reconnectOnError?.(new Error(message));
  expect(isLeft("READONLY You can't write against a read only replica.")).toBe(true);
  const inScript =
    "ERR Error running script (call to f_6c): @user_script:1: -READONLY You can't write against a read only";
  expect(isLeft(inScript)).toBe(true);
  expect(isLeft('WRONGTYPE not READONLY here')).toBe(false);
});

describe('a cluster', () => {
  test('is discovered through its nodes', () => {
    const { options, isCluster } = create(Cluster, 'redis+cluster://one.example:7000,two.example:7001');
    expect(isCluster).toBe(true);
    expect(options).toMatchObject({ ...always, slotsRefreshTimeout: 1_000, slotsRefreshInterval: 5_000 });
    expect(options.redisOptions).toEqual({ ...onServers });
    expect([1, 50].map((attempt) => options.clusterRetryStrategy?.(attempt))).toEqual([100, 1_000]);
  });

  test('connects to nodes through TLS by name, with a password', () => {
    const { options } = create(Cluster, 'rediss+cluster://anna:secret@one.example:7000');
    expect(options.redisOptions).toMatchObject({ ...onServers, tls: {}, username: 'anna', password: 'secret' });
    const looked: unknown[] = [];
    options.dnsLookup?.('one.example', (...result) => looked.push(result));
    expect(looked).toEqual([[null, 'one.example']]);
    expect(create(Cluster, 'redis+cluster://one.example:7000').options.dnsLookup).not.toBe(options.dnsLookup);
  });

  test('reads its slots from a node of the URL', async () => {
    const node = createServer();
    node.listen(0, '127.0.0.1');
    await once(node, 'listening');
    const connected = once(node, 'connection');
    const { port } = node.address() as AddressInfo;
    const cluster = create(Cluster, `redis+cluster://127.0.0.1:${port}`);
    cluster.on('error', () => undefined);
    const connecting = cluster.connect().catch(() => undefined);
    const [socket] = await connected;
    cluster.disconnect();
    socket.destroy();
    node.close();
    await connecting;
  });
});
