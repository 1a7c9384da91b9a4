import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLimitedServer } from '../../../gateway/http/connection-limits.ts';
import { sendRaw } from './send-raw.ts';

const get = (path: string, connection = 'keep-alive') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;

async function listen(handle: RequestListener, responseTimeoutMs = 60_000) {
  const exceeded: string[] = [];
  const server: Server = createLimitedServer({}, handle, {
    responseTimeoutMs,
    onExceeded: (limit) => exceeded.push(limit),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, server, exceeded };
}

test('requests sent ahead are handled one after the other and answered in order', async () => {
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

test('a connection with 17 requests in flight is closed, and those sent ahead are never handled', async () => {
  const handled: (string | undefined)[] = [];
  const { port, exceeded } = await listen((request) => void handled.push(request.url));
  const received = await sendRaw(port, get('/').repeat(1_000));
  expect(received).toBe('');
  expect(handled).toEqual(['/']);
  expect(exceeded).toEqual(['pipelining']);
});

test('a client that leaves has none of its waiting requests handled', async () => {
  const handled: (string | undefined)[] = [];
  const { port } = await listen((request) => void handled.push(request.url));
  const socket = connect(port, '127.0.0.1', () => socket.write(get('/first') + get('/second')));
  await expect.poll(() => handled).toEqual(['/first']);
  socket.destroy();
  await pause(50);
  expect(handled).toEqual(['/first']);
});

test('a client that does not read its response is disconnected, one that reads slowly but in time is not', async () => {
  const { port, exceeded } = await listen((_, response) => response.end(Buffer.alloc(8_000_000)), 2_000);
  const stalled = connect(port, '127.0.0.1', () => stalled.write(get('/')));
  stalled.on('error', () => undefined);
  stalled.pause();
  const slow = connect(port, '127.0.0.1', () => slow.write(get('/', 'close')));
  let bytes = 0;
  slow.on('data', (chunk) => {
    bytes += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 1);
  });
  await once(slow, 'close');
  expect(bytes).toBeGreaterThan(8_000_000);
  await expect.poll(() => exceeded).toEqual(['slow reader']);
});

test('a response that has not begun may take its time', async () => {
  const { port, exceeded } = await listen(async (_, response) => {
    await pause(600);
    response.end('done');
  }, 100);
  expect(await sendRaw(port, get('/', 'close'))).toContain('done');
  expect(exceeded).toEqual([]);
});
