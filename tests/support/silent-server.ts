import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Takes connections until the end of the test, but speaks no TLS. */
export async function startSilentServer(): Promise<{ readonly origin: string; readonly opened: number }> {
  const silent = { origin: '', opened: 0 };
  const server = createServer((socket) => {
    silent.opened += 1;
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  silent.origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return silent;
}
