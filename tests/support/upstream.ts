import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface TestUpstream {
  readonly origin: string;
  /** Received requests, in the order of their completion. */
  readonly requests: readonly ReceivedRequest[];
  /** Requests to a path, without the query. */
  requestsTo(path: string): readonly ReceivedRequest[];
  /** Handles requests from now on. */
  respond: (request: ReceivedRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** A server that a test controls completely, for what the sandbox cannot do. */
export async function startUpstream(
  respond: TestUpstream['respond'] = (_, response) => sendJson(response, 200, {}),
  tls?: ServerOptions,
): Promise<TestUpstream> {
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = (message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = message;
      const request = { method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() };
      requests.push(request);
      upstream.respond(request, response);
    });
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const upstream: TestUpstream = {
    origin: `${tls ? 'https' : 'http'}://localhost:${address.port}`,
    requests,
    requestsTo: (path) => requests.filter(({ url }) => url.split('?')[0] === path),
    respond,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return upstream;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | string[]>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
