import type { RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectionCount, get, listen } from './limited-server.ts';
import { sendRaw } from './send-raw.ts';

/** Counts the turns of the event loop until the test ends. */
function countTurns() {
  const turns = { now: 0 };
  let ended = false;
  onTestFinished(() => {
    ended = true;
  });
  const count = () => {
    turns.now += 1;
    if (!ended) setImmediate(count);
  };
  count();
  return turns;
}

const mostInOneTurn = (handled: readonly { readonly turn: number }[]): number =>
  Math.max(...handled.map(({ turn }) => handled.filter((other) => other.turn === turn).length));

/** Opens connections on which all requests arrive in one turn, in order. */
async function sendAtOnce(port: number, server: Server, requests: readonly string[]): Promise<void> {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const sockets = requests.map(() => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) socket.on('error', () => undefined);
  await expect.poll(() => accepted).toBe(sockets.length);
  // The operating system has all of them before the server reads the first one.
  for (const [index, socket] of sockets.entries()) socket.write(requests[index] ?? '');
}

/** Records which request was handled in which turn. */
function recordTurns() {
  const turns = countTurns();
  const handled: { readonly path: string; readonly turn: number }[] = [];
  const handle: RequestListener = (request, response) => {
    handled.push({ path: request.url ?? '', turn: turns.now });
    response.end();
  };
  return { handled, handle };
}

test('one pipelined request per connection and four in total start in one turn of the event loop', async () => {
  const { handled, handle } = recordTurns();
  const { port } = await listen(handle);
  const paths = Array.from({ length: 16 }, (_, index) => `/${index}`);
  const sent = paths.map((path, index) => get(path, index === 15 ? 'close' : 'keep-alive')).join('');
  await sendRaw(port, sent);
  expect(mostInOneTurn(handled)).toBe(1);
  expect(handled.map(({ path }) => path)).toEqual(paths);

  handled.length = 0;
  await Promise.all(Array.from({ length: 20 }, () => sendRaw(port, sent)));
  const ahead = handled.filter(({ path }) => path !== '/0');
  expect(ahead).toHaveLength(20 * 15);
  expect(mostInOneTurn(ahead)).toBe(4);
});

test('sixteen requests start in one turn of the event loop', async () => {
  const { handled, handle } = recordTurns();
  const { port, server } = await listen(handle);
  await sendAtOnce(
    port,
    server,
    Array.from({ length: 100 }, () => get('/')),
  );
  await expect.poll(() => handled.length).toBe(100);
  expect(mostInOneTurn(handled)).toBe(16);
});

test.each([
  ['a path', `/${'x'.repeat(14_000)}`, ''],
  ['cookies', '/', `Cookie: a=${'x'.repeat(14_000)}\r\n`],
])('three requests with %s of 14 kB start in one turn of the event loop', async (_, path, line) => {
  const { handled, handle } = recordTurns();
  const { port, server } = await listen(handle);
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${line}\r\n`;
  await sendAtOnce(
    port,
    server,
    Array.from({ length: 30 }, () => request),
  );
  await expect.poll(() => handled.length).toBe(30);
  expect(mostInOneTurn(handled)).toBe(3);
});

test('networks take turns: a request does not wait for all those of another network', async () => {
  const { handled, handle } = recordTurns();
  const { port, server } = await listen(handle, 60_000, ({ headers }) => headers.cookie ?? '');
  const burst = Array.from({ length: 100 }, (_, index) => get(`/burst/${index}`));
  const other = 'GET /other HTTP/1.1\r\nHost: localhost\r\nCookie: other\r\n\r\n';
  await sendAtOnce(port, server, [...burst, other]);
  await expect.poll(() => handled.length).toBe(101);
  expect(handled.findIndex(({ path }) => path === '/other')).toBeLessThan(40);
});

test('a request does not wait for all those of as many networks that arrived before it', async () => {
  const { handled, handle } = recordTurns();
  const { port, server } = await listen(handle, 60_000, ({ headers }) => headers.cookie ?? '');
  const from = (network: string) => `GET /${network} HTTP/1.1\r\nHost: localhost\r\nCookie: ${network}\r\n\r\n`;
  const burst = Array.from({ length: 200 }, (_, index) => from(`burst-${index}`));
  await sendAtOnce(port, server, [...burst, from('other')]);
  await expect.poll(() => handled.length).toBe(201);
  expect(handled.findIndex(({ path }) => path === '/other')).toBeLessThan(100);
});

test('a request whose client disconnects before its turn is not handled', async () => {
  const handled: (string | undefined)[] = [];
  const accepted: Socket[] = [];
  const { port, server } = await listen(({ url }, response) => {
    handled.push(url);
    response.end();
    // When all others have arrived.
    if (url === '/first') setImmediate(() => accepted.forEach((socket) => void socket.destroy()));
  });
  server.on('connection', (socket) => accepted.push(socket));
  await sendAtOnce(port, server, [get('/first'), ...Array.from({ length: 100 }, () => get('/waiting'))]);
  await expect.poll(() => connectionCount(server)).toBe(0);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(handled.length).toBeLessThan(50);
});

test('at most four requests with long bodies start in one turn of the event loop; others do not wait', async () => {
  const { handled, handle } = recordTurns();
  const { port, server } = await listen(handle);
  const long = `POST /long HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5_000)}`;
  await sendAtOnce(port, server, [...Array.from({ length: 12 }, () => long), get('/short')]);
  await expect.poll(() => handled.length).toBe(13);
  expect(mostInOneTurn(handled.filter(({ path }) => path === '/long'))).toBe(4);
  expect(handled.findIndex(({ path }) => path === '/short')).toBeLessThan(12);
});

test('with 128 long bodies of a network waiting, another one closes its connection', async () => {
  let handled = 0;
  const { port, server, exceeded } = await listen((_, response) => {
    handled += 1;
    response.end();
  });
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
  const closed = new Set<number>();
  for (const [index, socket] of sockets.entries()) {
    socket.on('error', () => undefined);
    socket.once('close', () => closed.add(index));
    onTestFinished(() => {
      socket.destroy();
    });
  }
  await expect.poll(() => accepted).toBe(sockets.length);
  const long = `POST /long HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5_000)}`;
  for (const socket of sockets) socket.write(long);
  await expect.poll(() => handled + exceeded.length).toBe(sockets.length);
  expect(new Set(exceeded)).toEqual(new Set(['overload']));
  expect(handled).toBeGreaterThanOrEqual(128);
  await expect.poll(() => closed.size).toBe(exceeded.length);
});

test('new connections do not wait for requests that wait for their turn', async () => {
  const { handled, handle } = recordTurns();
  const { port, server } = await listen(handle);
  await sendAtOnce(
    port,
    server,
    Array.from({ length: 400 }, () => get('/')),
  );
  /** How many requests were handled before each new connection. */
  const handledBefore: number[] = [];
  server.on('connection', () => handledBefore.push(handled.length));
  // The operating system has them before the server reads the first request, too.
  const newcomers = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of newcomers) socket.destroy();
  });
  await expect.poll(() => handled.length).toBe(400);
  await expect.poll(() => handledBefore).toHaveLength(20);
  expect(Math.max(...handledBefore)).toBeLessThan(100);
});
