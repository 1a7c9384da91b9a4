import { connect, type Socket } from 'node:net';

/** Sends the text unchanged to a local port, and returns everything received until the connection closes. */
export function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  return readUntilClosed(socket);
}

/**
 * Everything received until the connection closes. A server that responds before it has read everything may reset the
 * connection after its response.
 */
export function readUntilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

/** Status line, headers and body of a raw answer. */
export function parseRaw(response: string) {
  const [head = '', body = ''] = response.split('\r\n\r\n', 2);
  const [line = '', ...headers] = head.split('\r\n');
  const entries = headers.map((header): [string, string] => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
  });
  return { status: Number(line.split(' ')[1]), headers: new Map(entries), body };
}
