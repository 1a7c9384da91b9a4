import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { JsonBody } from '../../../gateway/http/json-body.ts';
import { collectGarbage } from '../../support/heap-bytes.ts';
import { buildGuardedApp } from '../policy/guarded-app.ts';

const longBody = JSON.stringify('x'.repeat(4_094));
const post = (body: string) =>
  `POST /test HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** A route that counts its requests in each turn of the event loop, and connections whose bodies lack one byte. */
async function prepare(count: number, body = longBody) {
  const guarded = await buildGuardedApp();
  onTestFinished(() => guarded.app.close());
  let turn = 0;
  let ended = false;
  onTestFinished(() => {
    ended = true;
  });
  const nextTurn = () => {
    turn += 1;
    if (!ended) setImmediate(nextTurn);
  };
  const handledIn = new Map<number, number>();
  guarded.app.post('/test', { config: { access: 'public', rate: 'none' } }, () => {
    handledIn.set(turn, (handledIn.get(turn) ?? 0) + 1);
    return {};
  });
  const { port } = await guarded.listen();
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined).resume();
    socket.write(post(body).slice(0, -1));
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await expect.poll(() => guarded.app.responsesInFlight.size).toBe(count);
  nextTurn();
  const handled = () => [...handledIn.values()].reduce((sum, each) => sum + each, 0);
  return { app: guarded.app, sockets, handledIn, handled };
}

const complete = (sockets: readonly Socket[], body = longBody) => {
  for (const socket of sockets) socket.write(body.slice(-1));
};

test('a parsed body is not kept: while the upstream responds, it would take many times the space of its text', () => {
  const body = new JsonBody(Buffer.from('{"a":[1]}'));
  const { value } = body;
  expect(value).toEqual({ a: [1] });
  expect(body.value).toEqual(value);
  expect(body.value).not.toBe(value);
});

test('the pieces of a body that arrives byte by byte are joined, and few are kept', async () => {
  const guarded = await buildGuardedApp();
  onTestFinished(() => guarded.app.close());
  guarded.app.post('/test', { config: { access: 'public', rate: 'none' } }, ({ body }) => [(body as JsonBody).value]);
  const body = JSON.stringify('x'.repeat(498));
  const pieces: WeakRef<Buffer>[] = [];
  guarded.app.server.on('request', (request: IncomingMessage) => {
    const push = request.push.bind(request);
    request.push = (piece: Buffer | null) => {
      if (piece) pieces.push(new WeakRef(piece));
      // Each byte is sent when the one before has been read, and the last one later.
      if (pieces.length < 499) socket.write(body.charAt(pieces.length));
      return push(piece);
    };
  });
  const { port } = await guarded.listen();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let response = '';
  socket.setNoDelay().on('data', (data) => {
    response += data;
  });
  socket.write(post(body).slice(0, 1 - body.length));
  await expect.poll(() => pieces.length).toBe(499);
  collectGarbage();
  expect(pieces.filter((piece) => piece.deref()).length).toBeLessThanOrEqual(64);
  socket.write(body.slice(-1));
  await expect.poll(() => response).toContain(`[${body}]`);
});

test.each([
  ['16 kB', longBody, 4],
  ['sixteen short ones', '[]', 16],
])('of bodies that are completed at once, %s are handled in one turn of the event loop', async (_, body, perTurn) => {
  const { sockets, handledIn, handled } = await prepare(40, body);
  complete(sockets, body);
  await expect.poll(handled).toBe(40);
  expect(Math.max(...handledIn.values())).toBe(perTurn);
});

test('new connections do not wait for complete bodies that wait for their turn', async () => {
  const { app, sockets, handled } = await prepare(80);
  /** How many bodies were handled before each new connection. */
  const handledBefore: number[] = [];
  app.server.on('connection', () => handledBefore.push(handled()));
  const { port } = app.server.address() as AddressInfo;
  const newcomers = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of newcomers) socket.destroy();
  });
  complete(sockets);
  await expect.poll(handled).toBe(80);
  await expect.poll(() => handledBefore).toHaveLength(10);
  expect(Math.max(...handledBefore)).toBeLessThan(24);
});

test('a complete body whose client leaves before its turn is not handled', async () => {
  const { app, sockets, handled } = await prepare(40);
  const leave = () => {
    for (const socket of app.responsesInFlight.keys()) socket.destroy();
  };
  // When all others are complete.
  for (const socket of app.responsesInFlight.keys()) socket.once('data', () => setImmediate(leave));
  complete(sockets);
  await expect.poll(() => app.responsesInFlight.size).toBe(0);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(handled()).toBeLessThan(30);
});

test('one network fills half of the memory for bodies, which is free again when its clients have left', async () => {
  const guarded = await buildGuardedApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  onTestFinished(() => guarded.app.close());
  guarded.app.post('/test', { config: { access: 'public', rate: 'none' } }, () => ({}));
  const { port, origin } = await guarded.listen();
  const headers = (from: string, length: number) =>
    `POST /test HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  // 8 MB are 128 bodies of 64 kB; short bodies have 2 MB of that for themselves.
  const sockets = Array.from({ length: 140 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  let refused = 0;
  for (const socket of sockets) {
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        if (/^HTTP\/1.1 503 /.test(data.toString('latin1'))) refused += 1;
      });
    socket.write(headers('192.0.2.1', 65_536) + 'x'.repeat(65_000));
  }
  await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(40);
  expect(refused).toBeLessThan(60);
  const post = async (from: string) => {
    const body = JSON.stringify('x'.repeat(60_000));
    const response = await fetch(`${origin}/test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, 'sec-fetch-site': 'same-origin' },
      body,
    });
    return response.status;
  };
  expect([await post('192.0.2.1'), await post('198.51.100.1')]).toEqual([503, 200]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => post('192.0.2.1')).toBe(200);
});
