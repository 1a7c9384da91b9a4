import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ConnectionLimits, createLimitedServer } from '../../../gateway/http/connection-limits.ts';

export const get = (path: string, connection = 'keep-alive') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;

/**
 * A server with the gateway's limits, until the test ends.
 * @param networkOf by default, all clients are in one network
 */
export async function listen(
  handle: RequestListener,
  responseTimeoutMs = 60_000,
  networkOf: ConnectionLimits['networkOf'] = () => '127.0.0.1',
) {
  const exceeded: string[] = [];
  const server: Server = createLimitedServer({}, handle, {
    responseTimeoutMs,
    networkOf,
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

export const connectionCount = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
