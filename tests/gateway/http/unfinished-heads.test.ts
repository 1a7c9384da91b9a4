import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { UnfinishedHeads } from '../../../gateway/http/unfinished-heads.ts';
import { connectionCount, listen } from './limited-server.ts';

const head = (lines: number) =>
  `GET / HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: lines }, (_, index) => `x-${index}: 1\r\n`).join('')}`;

/** Sends the text on each of `count` connections, one connection after the other. */
async function sendOnEach(port: number, count: number, text: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await new Promise((resolve) => socket.write(text, resolve));
  }
  return sockets;
}

test('of many requests whose headers are not complete, the newest 400 stay', async () => {
  const { port, server, exceeded } = await listen((_, response) => response.end('whole'));
  const sockets = await sendOnEach(port, 430, head(40));
  await expect.poll(() => connectionCount(server)).toBe(400);
  expect(exceeded).toEqual(Array(30).fill('overload'));
  await expect.poll(() => sockets.slice(0, 30).every(({ closed }) => closed)).toBe(true);
  const newest = sockets.at(-1);
  newest?.write('\r\n');
  await expect.poll(() => String(newest?.read() ?? '')).toContain('whole');
});

test('complete headers, short ones, and those of clients that have left do not count', async () => {
  const { port, server, exceeded } = await listen((_, response) => response.end('whole'));
  await sendOnEach(port, 300, `${head(40)}\r\n`);
  await sendOnEach(port, 300, head(20));
  const left = await sendOnEach(port, 300, head(40));
  await expect.poll(() => connectionCount(server)).toBe(900);
  for (const socket of left) socket.destroy();
  await expect.poll(() => connectionCount(server)).toBe(600);
  await sendOnEach(port, 300, head(40));
  await expect.poll(() => connectionCount(server)).toBe(900);
  expect(exceeded).toEqual([]);
});

test('headers behind a request that is handled count, too', async () => {
  const { port, server, exceeded } = await listen(() => undefined);
  await sendOnEach(port, 430, `${head(1)}\r\n${head(40)}`);
  await expect.poll(() => connectionCount(server)).toBe(400);
  expect(exceeded).toEqual(Array(30).fill('overload'));
});

test('where the heap is nearly full, the newest 20 stay', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  let isFull = false;
  new UnfinishedHeads(server, { isReached: () => isFull }, (socket) => void socket.resetAndDestroy());
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await sendOnEach(port, 100, head(40));
  await expect.poll(() => connectionCount(server)).toBe(100);
  isFull = true;
  const [newest] = await sendOnEach(port, 1, head(40));
  await expect.poll(() => connectionCount(server)).toBe(20);
  expect(newest?.closed).toBe(false);
});
