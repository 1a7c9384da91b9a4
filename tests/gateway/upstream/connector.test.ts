import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
  type TlsOptions,
} from 'node:tls';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { Connector } from '../../../gateway/upstream/connector.ts';
import { createCertificateAuthority } from '../../../sandbox/routers/certificate-authority.ts';
import { observeLookups } from '../../support/lookups.ts';

let server: Server;
const sockets: Socket[] = [];
const closeSockets = () => {
  for (const socket of sockets.splice(0)) socket.destroy();
};
afterEach(async () => {
  closeSockets();
  server.close();
  await once(server, 'close');
});

async function listen(opened: Server, protocol: string) {
  server = opened.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Without looking up names, where no certificate names one.
  const host = protocol === 'http:' ? '127.0.0.1' : 'localhost';
  return { hostname: host, host, protocol, port: String(port) };
}

const createConnector = () => new Connector(5_000);

/** Opens a connection for a network. */
const open = (connector: Connector, address: Awaited<ReturnType<typeof listen>>, network: string) =>
  new Promise<Socket>((resolve, reject) =>
    connector.runFor(network, () =>
      connector.connect(address, (...[error, socket]) => {
        if (error) return reject(error);
        sockets.push(socket);
        resolve(socket);
      }),
    ),
  );

/** Opens connections of `busy`, and one of `other` after them; `opened` lists them as they open. */
function openMany(connector: Connector, address: Awaited<ReturnType<typeof listen>>, count: number) {
  const opened: { readonly network: string; readonly at: number }[] = [];
  const networks = [...new Array<string>(count).fill('busy'), 'other'];
  const all = networks.map((network) =>
    open(connector, address, network).then(() => opened.push({ network, at: performance.now() })),
  );
  return { opened, all: Promise.all(all) };
}

async function listenWithTls({ isTrusted = true, ...options }: TlsOptions & { isTrusted?: boolean } = {}) {
  const authority = await createCertificateAuthority();
  if (isTrusted) {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([authority.certificate]);
    onTestFinished(() => setDefaultCACertificates(trusted));
  }
  const { certificate, key } = await authority.issueToNode('localhost');
  return listen(createTlsServer({ cert: certificate, key, ...options }), 'https:');
}

/** One connection for each network, to an upstream that never answers a handshake; `begun` has the turn of each. */
async function beginHandshakes(connector: Connector, networks: number) {
  const address = await listen(
    createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
    }),
    'https:',
  );
  const begun: number[] = [];
  let turn = 0;
  const countTurns = () => {
    turn += 1;
    next = setImmediate(countTurns);
  };
  let next = setImmediate(countTurns);
  const stopCounting = () => clearImmediate(next);
  onTestFinished(stopCounting);
  const watched = {
    ...address,
    // undici reads it when it opens the connection.
    get hostname() {
      begun.push(turn);
      return address.hostname;
    },
  };
  const failures: Error[] = [];
  for (let index = 0; index < networks; index += 1) {
    connector.runFor(`network ${index}`, () =>
      connector.connect(watched, (...[error]) => {
        if (error) failures.push(error);
      }),
    );
  }
  return { begun, failures, stopCounting };
}

test('a connection without TLS begins to open at once, so that it cannot be dropped', async () => {
  const address = await listen(createServer(), 'http:');
  const connector = createConnector();
  const opened = new Promise((resolve) => {
    const drop = connector.runFor('any', () =>
      connector.connect(address, (...[error, socket]) => {
        if (socket) sockets.push(socket);
        resolve(error);
      }),
    );
    drop();
  });
  expect(await opened).toBeNull();
});

test('connections that open together look the name up once', async () => {
  const address = { ...(await listen(createServer(), 'http:')), hostname: 'localhost', host: 'localhost' };
  const lookups = observeLookups();
  const connector = createConnector();
  await Promise.all(Array.from({ length: 20 }, (_, index) => open(connector, address, `network ${index}`)));
  await expect.poll(() => lookups).toHaveLength(1);
});

test('eight TLS handshakes begin in each turn of the event loop', async () => {
  const { begun } = await beginHandshakes(createConnector(), 40);
  await expect.poll(() => begun).toHaveLength(40);
  const first = begun[0] ?? 0;
  expect(begun.map((turn) => turn - first)).toEqual(Array.from({ length: 40 }, (_, index) => Math.floor(index / 8)));
});

/** The share of 200 ms in which the event loop works. */
async function loopUtilization(): Promise<number> {
  const before = performance.eventLoopUtilization();
  await new Promise((resolve) => setTimeout(resolve, 200));
  return performance.eventLoopUtilization(before).utilization;
}

test('256 TLS handshakes run at once; the others wait, without work, until one has ended', async () => {
  const { begun, failures, stopCounting } = await beginHandshakes(createConnector(), 300);
  await expect.poll(() => begun).toHaveLength(256);
  stopCounting();
  // The first ones may still be starting.
  await expect.poll(loopUtilization).toBeLessThan(0.5);
  expect([begun.length, failures]).toEqual([256, []]);
  closeSockets();
  await expect.poll(() => [begun.length, failures.length]).toEqual([300, 256]);
});

test('an address that cannot be opened is a failure of its request', async () => {
  const address = await listenWithTls();
  await expect(open(createConnector(), { ...address, port: '70000' }, 'any')).rejects.toThrow('65536');
});

test('an unknown certificate is refused', async () => {
  const address = await listenWithTls({ isTrusted: false });
  await expect(open(createConnector(), address, 'any')).rejects.toThrow(/certificate/);
});

test('HTTP/1.1 is spoken to an upstream that offers HTTP/2, too', async () => {
  const address = await listenWithTls({ ALPNProtocols: ['h2', 'http/1.1'] });
  const socket = (await open(createConnector(), address, 'any')) as TLSSocket;
  expect(socket.alpnProtocol).toBe('http/1.1');
});

test('one network gets 128 TLS handshakes in a second; another one does not wait for them', async () => {
  const address = await listenWithTls();
  const { opened, all } = openMany(createConnector(), address, 140);
  await all;
  const busy = opened.filter(({ network }) => network === 'busy');
  expect(opened.findIndex(({ network }) => network === 'other')).toBeLessThan(20);
  const waits = busy.slice(128).map(({ at }, index) => at - (busy[index]?.at ?? 0));
  expect(waits).toHaveLength(12);
  // A timer counts from the beginning of the turn that sets it, and eight handshakes can end in one.
  expect(Math.min(...waits)).toBeGreaterThan(950);
});

test('a connection that no request needs any more is not opened', async () => {
  const address = await listenWithTls();
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const connector = createConnector();
  const results: (Error | null)[] = [];
  const drop = connector.runFor('any', () => connector.connect(address, (...[error]) => results.push(error)));
  drop();
  await open(connector, address, 'any');
  expect([results, accepted]).toEqual([[new Error('No request needs this connection')], 1]);
  // It is gone already.
  drop();
  expect(results).toHaveLength(1);
});

test('a new connection resumes a TLS session, until one fails', async () => {
  const address = await listenWithTls();
  const connector = createConnector();
  const reused: boolean[] = [];
  for (let count = 0; count < 3; count += 1) {
    const socket = (await open(connector, address, 'any')) as TLSSocket;
    reused.push(socket.isSessionReused());
    // TLS 1.3 sends it after the handshake, to a socket that is read.
    socket.resume();
    if (count === 0) await once(socket, 'session');
  }
  expect(reused).toEqual([false, true, true]);
  await expect(open(connector, { ...address, port: '1' }, 'any')).rejects.toThrow('ECONNREFUSED');
  const afterFailure = (await open(connector, address, 'any')) as TLSSocket;
  expect(afterFailure.isSessionReused()).toBe(false);
});
