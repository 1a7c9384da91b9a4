import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startSentry } from '../../../gateway/operations/sentry.ts';

test('reports that get no response do not keep later ones from being sent', async () => {
  let received = 0;
  let closed = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    response.once('close', () => {
      closed += 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const dsn = `http://public@127.0.0.1:${(server.address() as AddressInfo).port}/1`;
  const sentry = startSentry(dsn, { environment: 'production', appVersion: '1.0.0' }, 2_000);
  const send = (message: string) => sentry.send({ error: new Error(message), tags: {} });
  for (let count = 0; count < 30; count += 1) send(`number ${count}`);
  const patient = { timeout: 20_000 };
  await expect.poll(() => received, patient).toBe(30);
  await expect.poll(() => closed, patient).toBe(30);
  send('the last one');
  await expect.poll(() => received, patient).toBe(31);
}, 60_000);

test.each([
  ['informational responses', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['chunks', '1\r\nx\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
])('a tracker that sends %s without end is disconnected', async (_, part, start = '') => {
  let closedAfter = 0;
  const server = createTcpServer((socket) => {
    let parts = 0;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(start);
      const timer = setInterval(() => {
        parts += 1;
        socket.write(part);
      }, 1);
      socket.once('close', () => {
        clearInterval(timer);
        closedAfter = parts;
      });
    });
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const dsn = `http://public@127.0.0.1:${(server.address() as AddressInfo).port}/1`;
  const sentry = startSentry(dsn, { environment: 'production', appVersion: '1.0.0' }, 60_000);
  sentry.send({ error: new Error('one'), tags: {} });
  await expect.poll(() => closedAfter, { timeout: 10_000 }).toBeGreaterThan(16);
});
