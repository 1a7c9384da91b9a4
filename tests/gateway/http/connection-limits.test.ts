import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ConnectionLimits } from '../../../gateway/http/connection-limits.ts';
import { noLength } from '../../../gateway/http/limited-request.ts';
import { createGate } from '../../support/gate.ts';
import { connectionCount, get, listen } from './limited-server.ts';
import { readUntilClosed, sendRaw } from './send-raw.ts';

test('pipelined requests are handled one at a time, with responses in order', async () => {
  let running = 0;
  let most = 0;
  const { port, exceeded } = await listen(async (request, response) => {
    running += 1;
    most = Math.max(most, running);
    await pause(5);
    running -= 1;
    response.end(request.url);
  });
  const sent = Array.from({ length: 16 }, (_, index) => get(`/${index}`, index === 15 ? 'close' : 'keep-alive'));
  const received = await sendRaw(port, sent.join(''));
  expect([...received.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, index]) => Number(index))).toEqual([
    ...Array.from({ length: 16 }).keys(),
  ]);
  expect(most).toBe(1);
  expect(exceeded).toEqual([]);
});

/** Records the requests that find a place on their connection: for these, the server asks for a network. */
function recordReceived() {
  const received = new Set<IncomingMessage>();
  const networkOf: ConnectionLimits['networkOf'] = (request) => {
    received.add(request);
    return String(request.headers['x-forwarded-for'] ?? 'one');
  };
  return { received, networkOf };
}

test('a connection may have 16 requests in flight; with 17 it is closed, and the waiting ones are never handled', async () => {
  const handled: (string | undefined)[] = [];
  const { received, networkOf } = recordReceived();
  const { port, exceeded } = await listen((request) => void handled.push(request.url), 60_000, networkOf);
  const socket = connect(port, '127.0.0.1', () => socket.write(get('/first') + get('/').repeat(15)));
  onTestFinished(() => void socket.destroy());
  const response = readUntilClosed(socket);
  const seen = () => received.size + exceeded.length;
  await expect.poll(seen).toBe(16);
  expect(exceeded).toEqual([]);
  socket.write(get('/'));
  await expect.poll(seen).toBe(17);
  expect(exceeded).toEqual(['pipelining']);
  expect(await response).toBe('');
  expect(handled).toEqual(['/first']);
});

test('pipelined requests beyond the last allowed request of a connection close it, too', async () => {
  const handled: (string | undefined)[] = [];
  const { port, server, exceeded } = await listen((request) => void handled.push(request.url));
  server.maxRequestsPerSocket = 1;
  expect(await sendRaw(port, get('/').repeat(1_000))).toBe('');
  expect([handled, exceeded]).toEqual([['/'], ['pipelining']]);
});

test.each([
  ['a response', get('/first'), { connection: 'close' }],
  ['a request', get('/first', 'close'), {}],
])('no pipelined request is handled after %s closes the connection', async (_, first, headers) => {
  const handled: (string | undefined)[] = [];
  const { port } = await listen((request, response) => {
    handled.push(request.url);
    response.writeHead(400, headers).end();
  });
  const received = await sendRaw(port, first + get('/second') + get('/third'));
  expect(received.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  expect(handled).toEqual(['/first']);
});

test('long headers of one network may fill a quarter of the memory for requests; others still have room', async () => {
  const waiting: (() => void)[] = [];
  const networkOf: ConnectionLimits['networkOf'] = ({ headers }) => String(headers['x-forwarded-for'] ?? 'one');
  const { port, server, exceeded } = await listen(
    (request, response) => {
      if (request.url === '/hang') waiting.push(() => response.end());
      else response.end('served');
    },
    60_000,
    networkOf,
  );
  server.maxHeadersCount = 100;
  // Of 14 kB, and 20 kB for the objects: 8 MB are 243 of them.
  const long = (path: string, line: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${line}\r\nCookie: ${'x'.repeat(14_000 - 21)}\r\n\r\n`;
  const sockets = Array.from({ length: 500 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  let closed = 0;
  for (const socket of sockets) {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        closed += 1;
      });
    socket.resume().write(long('/hang', 'Accept: */*'));
  }
  await vi.waitFor(() => expect(waiting.length + closed).toBe(500), 20_000);
  expect(waiting.length).toBeGreaterThan(235);
  expect(waiting.length).toBeLessThan(250);
  expect(new Set(exceeded)).toEqual(new Set(['overload']));
  expect(await sendRaw(port, get('/', 'close'))).toMatch(/served$/);
  expect(await sendRaw(port, long('/', 'Connection: close\r\nX-Forwarded-For: another'))).toMatch(/served$/);
  const before = exceeded.length;
  for (const end of waiting) end();
  await vi.waitFor(async () => {
    expect(await sendRaw(port, long('/', 'Connection: close'))).toMatch(/served$/);
  });
  expect(exceeded.length).toBe(before);
});

test('a connection over the limit is reset and counted; when another one closes, its place is free', async () => {
  const { port, server, exceeded } = await listen((_, response) => response.end('done'));
  const open: Socket[] = [];
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
  });
  while (open.length < 1_600) {
    // Fewer than the kernel's queue holds.
    open.push(...Array.from({ length: 100 }, () => connect(port, '127.0.0.1')));
    await expect.poll(() => connectionCount(server), { interval: 5 }).toBe(open.length);
  }
  for (let count = 1; count <= 3; count += 1) {
    const { socket, closed } = await stayOpen(port, '');
    socket.resume();
    // The kernel would keep a closed one for minutes, if its client acknowledges nothing.
    expect(await closed).toMatchObject({ code: 'ECONNRESET' });
    expect(exceeded).toEqual(Array.from({ length: count }, () => 'connections'));
  }
  open[0]?.destroy();
  await expect.poll(() => connectionCount(server)).toBe(1_599);
  expect(await sendRaw(port, get('/', 'close'))).toMatch(/done$/);
  expect(exceeded).toHaveLength(3);
});

const chunked = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';

test('a connection that was reset before it was accepted is not served, because its network is unknown', async () => {
  const { server } = await listen((_, response) => response.end());
  // Node accepts such a connection without an address.
  const socket = new Socket();
  server.emit('connection', socket);
  expect(socket.destroyed).toBe(true);
});

test('a chunked body has its own error, and no more data is read', async () => {
  const handled: unknown[] = [];
  const { port, server, exceeded } = await listen((request) => void handled.push(request.url));
  const errors: unknown[] = [];
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    errors.push(code, (socket as Socket).bytesRead <= 65_536);
    socket.end('refused', () => socket.destroy());
  });
  expect(await sendRaw(port, chunked + '1\r\nx\r\n'.repeat(65_000))).toBe('refused');
  expect([errors, handled, exceeded]).toEqual([[noLength, true], [], []]);
});

test('a client that does not read the response to its chunked body is disconnected, even if it keeps sending', async () => {
  const { port, server, exceeded } = await listen(() => undefined, 100);
  // More than the socket buffers of the operating system hold.
  server.on('clientError', (_, socket) => socket.end(Buffer.alloc(16_000_000)));
  const stalled = connect(port, '127.0.0.1', () => stalled.write(chunked));
  stalled.on('error', () => undefined);
  stalled.pause();
  const trickle = setInterval(() => stalled.write('x'), 20);
  onTestFinished(() => clearInterval(trickle));
  await expect.poll(() => exceeded).toEqual(['slow reader']);
  await expect.poll(() => connectionCount(server)).toBe(0);
  stalled.destroy();
});

test('a pipelined chunked body closes the connection', async () => {
  const { port, exceeded } = await listen(() => undefined);
  expect(await sendRaw(port, `${get('/')}${chunked}1\r\nx\r\n0\r\n\r\n`)).toBe('');
  expect(exceeded).toEqual(['pipelining']);
});

const upgrade = get('/', 'Upgrade').replace('\r\n\r\n', '\r\nUpgrade: h2c\r\n\r\n');

test('a request to upgrade the protocol gets an HTTP/1.1 response', async () => {
  const { port } = await listen(({ headers }, response) => {
    response.writeHead(200, { connection: 'close' }).end(`no ${headers.upgrade}`);
  });
  expect(await sendRaw(port, upgrade)).toMatch(/^HTTP\/1\.1 200 .*no h2c/s);
});

test('an upgrade handler gets the connection if the server has one', async () => {
  const { port, server } = await listen((_, response) => void response.end());
  server.on('upgrade', (_, socket) => socket.end('switched to h2c'));
  expect(await sendRaw(port, upgrade)).toBe('switched to h2c');
});

test('a connection that is reset after a chunked body is closed without a response', async () => {
  const { port, server } = await listen(() => undefined);
  let isClosed = false;
  server.on('clientError', (_, socket) => {
    client.resetAndDestroy();
    const write = setInterval(() => socket.write('x'), 1);
    socket.on('close', () => {
      clearInterval(write);
      isClosed = true;
    });
  });
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(chunked);
  await expect.poll(() => isClosed).toBe(true);
});

/** Sends these 16 requests on one new connection after the other, until the server closes the last one. */
async function sendUntilClosed(port: number, requests: string, received: Set<IncomingMessage>, exceeded: string[]) {
  const before = exceeded.length;
  const sockets: Socket[] = [];
  let closed = 0;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (exceeded.length === before) {
    const all = received.size + 16;
    const socket = connect(port, '127.0.0.1', () => socket.write(requests));
    sockets.push(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        closed += 1;
      });
    await expect.poll(() => exceeded.length > before || received.size === all, { interval: 1 }).toBe(true);
  }
  await expect.poll(() => closed).toBe(1);
  expect(sockets.at(-1)?.destroyed).toBe(true);
  return sockets;
}

const shortBody = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx';
const longCookie = get('/').replace('\r\n\r\n', `\r\nCookie: ${'x'.repeat(15_000)}\r\n\r\n`);

// 20 kB for the objects of each request, and 64 kB for a body. The first one of each connection counts, too.
test.each([
  ['bodies', shortBody, 5 + 71],
  ['long headers', longCookie, 12 + 170],
  ['objects', get('/'), 20 + 286],
])(
  'pipelined requests of one network hold at most 6 MB with their %s; beyond that their connection is closed',
  async (_, ahead, count) => {
    let isHeld = true;
    const { received, networkOf } = recordReceived();
    const handle: RequestListener = (request, response) => {
      request.resume();
      if (!isHeld) response.end();
    };
    const { port, server, exceeded } = await listen(handle, 60_000, networkOf);
    server.maxHeadersCount = 100;
    const sockets = await sendUntilClosed(port, get('/') + ahead.repeat(15), received, exceeded);
    expect(exceeded).toEqual(['pipelining']);
    // The last one was refused.
    expect(received.size - 1).toBe(count);
    for (const socket of sockets) socket.destroy();
    // The memory they held is released.
    isHeld = false;
    const sendAgain = async () => {
      const responses = await sendRaw(port, get('/') + ahead.repeat(14) + get('/last', 'close')).catch(() => '');
      return responses.match(/HTTP\/1\.1 200 /g)?.length;
    };
    await expect.poll(sendAgain).toBe(16);
  },
);

test('pipelined requests of all networks hold at most 12 MB; the first of each connection still has room', async () => {
  const { received, networkOf } = recordReceived();
  const { port, exceeded } = await listen(() => undefined, 60_000, networkOf);
  const from = (network: string) => get('/').replace('\r\n\r\n', `\r\nX-Forwarded-For: ${network}\r\n\r\n`);
  await sendUntilClosed(port, from('one').repeat(16), received, exceeded);
  await sendUntilClosed(port, from('two').repeat(16), received, exceeded);
  const before = received.size;
  await sendUntilClosed(port, from('three').repeat(16), received, exceeded);
  expect(received.size - before).toBeLessThan(16);
  const all = received.size + 150;
  const sockets = Array.from({ length: 150 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const [index, socket] of sockets.entries())
    socket.on('error', () => undefined).write(from(['one', 'two', 'three'][index % 3] ?? ''));
  await expect.poll(() => received.size).toBe(all);
  expect(exceeded).toEqual(['pipelining', 'pipelining', 'pipelining']);
});

test('pipelined requests with bodies of 64 kB are handled', async () => {
  const { port, exceeded } = await listen((request, response) => {
    request.resume();
    response.end();
  });
  const longBody = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65000\r\n\r\n${'x'.repeat(65_000)}`;
  const responses = await sendRaw(port, get('/') + longBody.repeat(14) + get('/last', 'close'));
  expect(responses.match(/HTTP\/1\.1 200 /g)).toHaveLength(16);
  expect(exceeded).toEqual([]);
});

test('waiting pipelined requests of a client that disconnects are not handled', async () => {
  const handled: (string | undefined)[] = [];
  const { port } = await listen((request) => void handled.push(request.url));
  const socket = connect(port, '127.0.0.1', () => socket.write(get('/first') + get('/second')));
  await expect.poll(() => handled).toEqual(['/first']);
  socket.destroy();
  await pause(50);
  expect(handled).toEqual(['/first']);
});

test('pipelined requests of a client that disconnects before their turn are not handled', async () => {
  const handled: (string | undefined)[] = [];
  const { port } = await listen((request, response) => {
    handled.push(request.url);
    response.end();
    // The next request is waiting for its turn.
    response.once('close', () => request.socket.destroy());
  });
  expect(await sendRaw(port, get('/first') + get('/second'))).toContain('200 OK');
  expect(handled).toEqual(['/first']);
});

test('a client that does not read its response is disconnected, a slow reader within the timeout is not', async () => {
  // The server's clock stands still unless it is advanced: how fast a client reads must not depend on the machine.
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const gates = [createGate(), createGate()];
  const begun = Promise.all(gates.map(({ arrived }) => arrived));
  const { port, exceeded } = await listen((_, response) => {
    response.end(Buffer.alloc(16_000_000));
    void gates.shift()?.pass();
  }, 2_000);
  const stalled = connect(port, '127.0.0.1', () => stalled.write(get('/')));
  const end = new Promise((resolve) => stalled.once('error', resolve).once('end', () => resolve('all bytes sent')));
  stalled.pause();
  const slow = connect(port, '127.0.0.1', () => slow.write(get('/', 'close')));
  slow.pause();
  await begun;
  vi.advanceTimersByTime(2_000);
  expect(exceeded).toEqual([]);
  const received = readUntilClosed(slow);
  slow.resume();
  expect((await received).length).toBeGreaterThan(16_000_000);
  vi.advanceTimersByTime(500);
  expect(exceeded).toEqual(['slow reader']);
  // Reset: the kernel would keep what it has not sent for minutes.
  stalled.resume();
  expect(await end).toMatchObject({ code: 'ECONNRESET' });
});

test('a client that reads a little of its response from time to time is disconnected after the same time', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const chunk = Buffer.alloc(65_536);
  const { port, server, exceeded } = await listen((_, response) => {
    new Readable({
      read() {
        this.push(chunk);
      },
    }).pipe(response);
  }, 2_000);
  const accepted = once(server, 'connection');
  const client = connect(port, '127.0.0.1', () => client.write(get('/')));
  onTestFinished(() => void client.destroy());
  client.on('error', () => undefined).pause();
  const [serverSide] = await accepted;
  for (let ms = 0; ms < 2_500; ms += 500) {
    expect(exceeded).toEqual([]);
    // As much as lets the server send more.
    const before = serverSide.bytesWritten;
    const readMore = () => {
      client.read();
      return serverSide.bytesWritten;
    };
    await expect.poll(readMore, { interval: 1 }).toBeGreaterThan(before);
    vi.advanceTimersByTime(500);
  }
  expect(exceeded).toEqual(['slow reader']);
});

/** Like a client that neither reads nor closes its connection. */
async function stayOpen(port: number, text: string) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
  onTestFinished(() => void socket.destroy());
  socket.pause();
  const closed = new Promise((resolve) => socket.once('error', resolve).once('end', () => resolve('ended')));
  return { socket, closed };
}

test('a connection that ends with its response counts until its client closes it, too', async () => {
  const { port, server, exceeded } = await listen((_, response) => response.end('done'));
  const { socket, closed } = await stayOpen(port, get('/', 'close'));
  await pause(200);
  expect(await connectionCount(server)).toBe(1);
  socket.resume();
  expect(await closed).toBe('ended');
  expect(await connectionCount(server)).toBe(1);
  socket.end();
  await vi.waitFor(async () => expect(await connectionCount(server)).toBe(0));
  expect(exceeded).toEqual([]);
});

test('nothing is kept of what arrives after a request behind a response that closes the connection', async () => {
  const { port, server } = await listen((_, response) => response.writeHead(400, { connection: 'close' }).end('done'));
  const accepted: Socket[] = [];
  server.on('connection', (socket) => accepted.push(socket));
  const { socket } = await stayOpen(port, get('/'));
  await pause(100);
  socket.write(get('/second'));
  await pause(100);
  for (let count = 0; count < 100; count += 1) {
    socket.write('x');
    await pause(1);
  }
  await pause(100);
  expect(accepted.map(({ bytesRead, readableLength }) => [bytesRead > 100, readableLength])).toEqual([[true, 0]]);
  // And its place is free when the client has closed it.
  socket.destroy();
  await vi.waitFor(async () => expect(await connectionCount(server)).toBe(0));
});

test.each([
  ['asks for a tunnel', (socket: Socket) => void socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')],
  ['sends its end', (socket: Socket) => void socket.end()],
])('a client that %s behind a response that it does not read is reset', async (_, leave) => {
  const { port, server } = await listen((_, response) => response.end('done'));
  let resets = 0;
  server.on('connection', (socket) => {
    const reset = socket.resetAndDestroy.bind(socket);
    socket.resetAndDestroy = () => {
      resets += 1;
      return reset();
    };
  });
  const { socket } = await stayOpen(port, get('/'));
  await pause(100);
  leave(socket);
  await vi.waitFor(async () => expect(await connectionCount(server)).toBe(0));
  expect(resets).toBe(1);
});

test('a connection that ended with its response is reset after the timeout', async () => {
  const { port, server, exceeded } = await listen((_, response) => response.end('done'), 200);
  const { socket, closed } = await stayOpen(port, get('/', 'close'));
  await vi.waitFor(async () => expect(await connectionCount(server)).toBe(1));
  await vi.waitFor(async () => expect(await connectionCount(server)).toBe(0));
  expect(exceeded).toEqual(['slow reader']);
  socket.write('x');
  socket.resume();
  expect(await closed).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
});

test('an idle connection ends in the same way', async () => {
  const { port, server, exceeded } = await listen((_, response) => response.end('done'));
  server.timeout = 100;
  server.keepAliveTimeout = 0;
  const { socket, closed } = await stayOpen(port, get('/'));
  await pause(400);
  expect(await connectionCount(server)).toBe(1);
  socket.resume();
  expect(await closed).toBe('ended');
  socket.end();
  await vi.waitFor(async () => expect(await connectionCount(server)).toBe(0));
  expect(exceeded).toEqual([]);
});

test('too many pipelined requests behind a response that is not read reset the connection', async () => {
  const { port, exceeded } = await listen((_, response) => response.end(Buffer.alloc(16_000_000)));
  const { socket, closed } = await stayOpen(port, get('/'));
  await pause(200);
  socket.write(get('/').repeat(17));
  await vi.waitFor(() => expect(exceeded).toEqual(['pipelining']));
  socket.resume();
  expect(await closed).toMatchObject({ code: 'ECONNRESET' });
});

test('a client whose next request waits for its turn is not disconnected as a slow reader', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port, exceeded } = await listen(({ url }, response) => {
    response.end(url);
    if (url === '/first') response.once('close', () => vi.advanceTimersByTime(5_000));
  }, 2_000);
  expect(await sendRaw(port, get('/first') + get('/second', 'close'))).toContain('/second');
  expect(exceeded).toEqual([]);
});

test('a response that has not started is not limited by the read timeout', async () => {
  const { port, exceeded } = await listen(async (_, response) => {
    await pause(600);
    response.end('done');
  }, 100);
  expect(await sendRaw(port, get('/', 'close'))).toContain('done');
  expect(exceeded).toEqual([]);
});
