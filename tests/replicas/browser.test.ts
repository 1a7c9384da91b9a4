import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificateAuthority } from '../../sandbox/routers/certificate-authority.ts';
import { Browser } from './browser.ts';
import { idleAtLeastMs } from './connection-history.ts';
import { Tally } from './tally.ts';

/** What becomes of a request: its connection may end before a byte of an answer, or in the middle of one. */
type Fate = 'answered' | 'closed' | 'reset' | 'broken off';

/** Until the other side may have let the connection go. */
const lieIdle = () => setTimeout(idleAtLeastMs + 100);

const authority = await createCertificateAuthority();
const { certificate, key } = await authority.issueToNode('localhost');

/** A browser, and a server that does to its requests what it is told, in that order. */
async function openBrowser(fates: readonly Fate[]) {
  const left = [...fates];
  const connections: Socket[] = [];
  /** Beneath TLS, which cannot reset. */
  const lines: Socket[] = [];
  /** Method and number of the connection. */
  const seen: string[] = [];
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const { socket, method } = request;
    if (!connections.includes(socket)) connections.push(socket);
    seen.push(`${method} ${connections.indexOf(socket) + 1}`);
    switch (left.shift()) {
      case 'answered':
        response.end('an answer');
        break;
      case 'broken off':
        response.writeHead(200, { 'content-length': 1_000 });
        response.write('half', () => socket.destroy());
        break;
      case 'reset':
        lines.find(({ remotePort }) => remotePort === socket.remotePort)?.resetAndDestroy();
        break;
      default:
        socket.destroy();
    }
  });
  server.on('connection', (line: Socket) => lines.push(line));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connect = { ca: authority.certificate };
  const network = {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    agent: new Agent({ connect, connections: 1 }),
    newConnections: new Agent({ connect, pipelining: 0 }),
  };
  onTestFinished(async () => {
    await Promise.all([network.agent.destroy(), network.newConnections.destroy()]);
    server.close();
  });
  const tally = new Tally();
  return { browser: new Browser(network, 'anna@example.com', tally), tally, seen };
}

test.each([
  ['closed', 'UND_ERR_SOCKET'],
  ['reset', 'ECONNRESET'],
] as const)(
  'a read whose idle connection is %s under it is sent again on a new one, as browsers do, and told of',
  async (fate, code) => {
    const { browser, tally, seen } = await openBrowser(['answered', fate, 'answered', 'answered']);
    await browser.send('GET', '/session');
    await lieIdle();
    expect(await browser.send('GET', '/session')).toEqual({ status: 200, text: 'an answer' });
    expect(seen).toEqual(['GET 1', 'GET 1', 'GET 2']);
    expect([tally.requests, tally.unanswered]).toEqual([2, []]);
    expect(tally.repeatedReads).toMatchObject([
      { error: { code }, connection: { requestsBefore: 1, bytesReceived: 0 } },
    ]);
    await browser.send('GET', '/session');
    expect(seen.at(-1)).toBe('GET 3');
  },
);

test('a read is sent again once only, and has no answer when that fails, too', async () => {
  const { browser, tally, seen } = await openBrowser(['answered', 'closed', 'closed', 'answered']);
  await browser.send('GET', '/session');
  await lieIdle();
  expect(await browser.send('GET', '/session')).toEqual({ status: 0, text: '' });
  expect(seen).toEqual(['GET 1', 'GET 1', 'GET 2']);
  expect([tally.repeatedReads.length, tally.unansweredReads.length]).toEqual([1, 1]);
});

test('a read whose connection was in use a moment ago was dropped, and has no answer', async () => {
  const { browser, tally, seen } = await openBrowser(['answered', 'closed', 'answered']);
  await browser.send('GET', '/session');
  expect(await browser.send('GET', '/session')).toEqual({ status: 0, text: '' });
  expect([seen, tally.repeatedReads, tally.unansweredReads.length]).toEqual([['GET 1', 'GET 1'], [], 1]);
});

test('a write is never sent again', async () => {
  const { browser, tally, seen } = await openBrowser(['answered', 'closed', 'answered']);
  await browser.send('GET', '/session');
  await lieIdle();
  expect(await browser.send('POST', '/reports', {})).toEqual({ status: 0, text: '' });
  expect(seen).toEqual(['GET 1', 'POST 1']);
  expect([tally.cutWrites, tally.unanswered.length, tally.unansweredReads.length]).toEqual([1, 1, 0]);
});

test('a read on a new connection is not sent again', async () => {
  const { browser, tally, seen } = await openBrowser(['closed', 'answered']);
  await browser.send('GET', '/session');
  expect([seen, tally.repeatedReads, tally.unansweredReads.length]).toEqual([['GET 1'], [], 1]);
});

test('an answer that breaks off is not asked for again', async () => {
  const { browser, tally, seen } = await openBrowser(['answered', 'broken off', 'answered']);
  await browser.send('GET', '/session');
  await browser.send('GET', '/session');
  expect([seen.length, tally.repeatedReads, tally.unansweredReads.length]).toEqual([2, [], 1]);
  expect(tally.unanswered[0]?.connection?.bytesReceived).toBeGreaterThan(0);
});

test('a request without an answer is told of with its connection and with what was happening', async () => {
  const { browser, tally } = await openBrowser(['closed']);
  tally.happening = 'upstream slow';
  await browser.send('GET', '/profile?token=secret');
  const [line, ...rest] = tally.describeFailures();
  expect(rest).toEqual([]);
  expect(line).toMatch(
    /^no answer: \d{4}-\S+Z GET \/profile failed after \d+ ms: \w+ .+; connection of \d+ ms, new, 0 bytes received; during: upstream slow$/,
  );
});

test('nor is one forgotten that never had a connection', async () => {
  const { tally } = await openBrowser([]);
  const network = { origin: 'https://localhost:1', agent: new Agent(), newConnections: new Agent() };
  await new Browser(network, 'anna@example.com', tally).send('GET', '/session');
  expect(tally.describeFailures()).toMatchObject([expect.stringContaining('; no connection; during: nothing')]);
});
