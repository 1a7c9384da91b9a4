import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface FakeSentry {
  readonly dsn: string;
  /** The raw bytes received: headers and bodies, still compressed if the sender compressed them. */
  readonly received: readonly Uint8Array[];
  /** Discards what was received. */
  forget(): void;
  close(): Promise<void>;
}

/** A server that accepts error reports and keeps them. */
export async function startFakeSentry(): Promise<FakeSentry> {
  const received: Uint8Array[] = [];
  const server = createServer(async (request, response) => {
    received.push(Buffer.from(`${request.url}\n${request.rawHeaders.join('\n')}`), await buffer(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    dsn: `http://public@127.0.0.1:${address.port}/1`,
    received,
    forget() {
      received.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
