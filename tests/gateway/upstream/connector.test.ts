import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { Connector } from '../../../gateway/upstream/connector.ts';
import { createCertificateAuthority } from '../../../sandbox/routers/certificate-authority.ts';

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
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

async function listenWithTls() {
  const authority = await createCertificateAuthority();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([authority.certificate]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const { certificate, key } = await authority.issueToNode('localhost');
  return listen(createTlsServer({ cert: certificate, key }), 'https:');
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

test('one network gets 128 TLS handshakes in a second; another one does not wait for them', async () => {
  const address = await listenWithTls();
  const { opened, all } = openMany(createConnector(), address, 140);
  await all;
  const busy = opened.filter(({ network }) => network === 'busy');
  expect(opened.findIndex(({ network }) => network === 'other')).toBeLessThan(20);
  const waits = busy.slice(128).map(({ at }, index) => at - (busy[index]?.at ?? 0));
  expect(waits).toHaveLength(12);
  // Timers are exact to a millisecond or two.
  expect(Math.min(...waits)).toBeGreaterThan(995);
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
