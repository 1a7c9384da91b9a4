import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PatientRequest } from '../../../gateway/http/unread-body.ts';

async function listen(handle: RequestListener<typeof PatientRequest>): Promise<number> {
  const server = createServer({ IncomingMessage: PatientRequest }, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends a request, and reads what comes back within the test. */
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
const tinyChunks = '1\r\nx\r\n'.repeat(10_000);
const waiting = ({ readableLength }: IncomingMessage) => readableLength;

test('a body that is read late is whole', async () => {
  const body = Buffer.alloc(1_000_000, 'long');
  const port = await listen(async (request, response) => {
    await pause(50);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(String(Buffer.concat(chunks).equals(body)));
  });
  const { length } = body;
  const received = [
    send(port, head(`Content-Length: ${length}`), body),
    send(port, head('Transfer-Encoding: chunked'), `${length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'),
  ];
  for (const each of received) await expect.poll(() => each.text).toMatch(/\r\n\r\n.*true/s);
});

test('of a body that nobody reads, one read of the socket is in memory', async () => {
  const requests: IncomingMessage[] = [];
  const port = await listen((request) => void requests.push(request));
  send(port, head('Content-Length: 1000000'), Buffer.alloc(1_000_000));
  await expect.poll(() => requests.map(waiting)).toEqual([expect.toSatisfy((bytes) => bytes > 0)]);
  await pause(100);
  expect(requests.map(waiting)).toEqual([expect.toSatisfy((bytes) => bytes <= 64 * 1024)]);
});

test('of tiny chunks that nobody reads, 64 are in memory, and the response is sent all the same', async () => {
  const requests: IncomingMessage[] = [];
  const port = await listen((request, response) => {
    requests.push(request);
    setTimeout(() => response.end('done'), 100);
  });
  const received = send(port, head('Transfer-Encoding: chunked'), tinyChunks);
  await expect.poll(() => requests.map(waiting)).toEqual([64]);
  await expect.poll(() => received.text).toContain('done');
});

test('whoever reads chunks that were dropped gets an error, and never a body without them', async () => {
  const results: string[] = [];
  const port = await listen(async (request) => {
    await pause(50);
    request.on('error', ({ message }) => results.push(message)).on('end', () => results.push('end'));
    request.resume();
  });
  const received = send(port, head('Transfer-Encoding: chunked'), `${tinyChunks}0\r\n\r\n`);
  await expect.poll(() => received.closed).toBe(true);
  expect(results).toEqual(['The body has too many chunks']);
});

test('tiny chunks that are read at once all arrive', async () => {
  const port = await listen((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.end(`${bytes} bytes`));
  });
  const received = send(port, head('Transfer-Encoding: chunked'), `${tinyChunks}0\r\n\r\n`);
  await expect.poll(() => received.text).toContain('10000 bytes');
});
