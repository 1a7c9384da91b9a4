import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LimitedRequest } from '../../../gateway/http/limited-request.ts';

async function listen(handle: RequestListener<typeof LimitedRequest>): Promise<number> {
  const server = createServer({ IncomingMessage: LimitedRequest }, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends a request and collects the response until the test ends. */
function send(port: number, ...parts: readonly (string | Buffer)[]) {
  const socket = connect(port, '127.0.0.1');
  const received = { text: '', closed: false };
  socket.on('data', (chunk) => {
    received.text += chunk;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    received.closed = true;
  });
  for (const part of parts) socket.write(part);
  onTestFinished(() => void socket.destroy());
  return received;
}

const head = (...headers: readonly string[]) => `POST / HTTP/1.1\r\nHost: localhost\r\n${headers.join('\r\n')}\r\n\r\n`;
const waiting = ({ readableLength }: IncomingMessage) => readableLength;

test('a body that is read late arrives completely', async () => {
  const body = Buffer.alloc(1_000_000, 'long');
  const port = await listen(async (request, response) => {
    await pause(50);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(String(Buffer.concat(chunks).equals(body)));
  });
  const received = send(port, head(`Content-Length: ${body.length}`), body);
  await expect.poll(() => received.text).toMatch(/\r\n\r\ntrue/);
});

test('at most one socket read of an unread body is in memory', async () => {
  const requests: IncomingMessage[] = [];
  const port = await listen((request) => void requests.push(request));
  send(port, head('Content-Length: 1000000'), Buffer.alloc(1_000_000));
  await expect.poll(() => requests.map(waiting)).toEqual([expect.toSatisfy((bytes) => bytes > 0)]);
  await pause(100);
  expect(requests.map(waiting)).toEqual([expect.toSatisfy((bytes) => bytes <= 64 * 1024)]);
});

test('parsing stops when the connection is closed, however many requests have arrived', async () => {
  let handled = 0;
  const port = await listen(({ socket }) => {
    handled += 1;
    socket.destroy();
  });
  const parsed = vi.spyOn(LimitedRequest.prototype, 'upgrade', 'get');
  const received = send(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000));
  await expect.poll(() => received.closed).toBe(true);
  expect(handled).toBe(1);
  // Node reads it twice for the request that ends the parsing.
  expect(parsed.mock.calls.length).toBeLessThan(5);
});

test.each(['chunked', 'Chunked', 'identity'])('a body with Transfer-Encoding: %s is not parsed', async (encoding) => {
  const handled: (string | undefined)[] = [];
  const port = await listen((request) => void handled.push(request.method));
  const pushed = vi.spyOn(LimitedRequest.prototype, 'push');
  onTestFinished(() => pushed.mockRestore());
  const received = send(port, head(`Transfer-Encoding: ${encoding}`), '1\r\nx\r\n'.repeat(10_000));
  await expect.poll(() => received.closed).toBe(true);
  expect(handled).toEqual([]);
  expect(pushed.mock.calls.length).toBeLessThan(2);
});

test('CONNECT closes the connection', async () => {
  const handled: (string | undefined)[] = [];
  const port = await listen((request) => void handled.push(request.method));
  const received = send(port, 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => received.closed).toBe(true);
  expect([received.text, handled]).toEqual(['', []]);
});
