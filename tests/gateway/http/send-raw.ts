import { connect } from 'node:net';

/** Writes bytes to a port of this machine as they are; the answer is all that comes until the server ends the connection. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.once('error', reject);
  });
}

/** Status line, headers and body of a raw answer. */
export function parseRaw(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [line = '', ...headers] = head.split('\r\n');
  const entries = headers.map((header): [string, string] => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
  });
  return { status: Number(line.split(' ')[1]), headers: new Map(entries), body };
}
