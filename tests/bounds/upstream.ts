/**
 * An upstream process whose access tokens select the response: `npx tsx tests/bounds/upstream.ts PORT [FILE]`. With a
 * file of its certificate and key, it speaks TLS.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { calls } from '#shared/calls.ts';
import { hangingRefresh } from './hanging-refresh.ts';

const json = { 'content-type': 'application/json' };
const zeros = Buffer.alloc(200_000_000, '0');
const gzipBomb = gzipSync(zeros);
const doubleGzipBomb = gzipSync(gzipBomb);
const brotliBomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const ordinary = JSON.stringify({ text: 'x'.repeat(2_500) });
const compressedOrdinary = gzipSync(ordinary);
// A buffer, because encoding a thousand strings would block the upstream for a second.
const large = Buffer.from(JSON.stringify({ text: 'x'.repeat(1_000_000) }));

const deep = Buffer.from('['.repeat(100_000) + ']'.repeat(100_000));

/** A response of 3.9 MB, as it is sent. */
const shortChunks = Buffer.from(`${`1000\r\n${'x'.repeat(0x1000)}\r\n`.repeat(950)}0\r\n\r\n`);

const compressed = gzipSync(JSON.stringify({ text: 'x'.repeat(4_000_000) }));
const servers = Array.from({ length: 1_500 }, (_, index) => ({
  id: (index * 7_919) % 10_007,
  name: `server-${index}`,
}));
const catalog = gzipSync(JSON.stringify({ servers, text: 'x'.repeat(100_000) }));

const responses: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>> = {
  hang: () => undefined,
  expired: (response) => response.writeHead(401, json).end('{"code":16}'),
  'client address': (response, { headers }) =>
    response.writeHead(200, json).end(JSON.stringify({ address: headers['x-forwarded-for'] })),
  large: (response) => response.writeHead(200, json).end(large),
  'gzip bomb': (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipBomb),
  'double gzip bomb': (response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip, gzip' }).end(doubleGzipBomb),
  'brotli bomb': (response) => response.writeHead(200, { ...json, 'content-encoding': 'br' }).end(brotliBomb),
  catalog: (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(catalog),
  compressed: (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(compressed),
  'tiny chunks': (response) => {
    response.writeHead(200, json).flushHeaders();
    response.socket?.write('1\r\nx\r\n'.repeat(400_000));
  },
  'short chunks': (response) => {
    response.writeHead(200, json).flushHeaders();
    response.socket?.write(shortChunks);
    response.socket?.end();
  },
  deep: (response) => response.writeHead(200, json).end(deep),
  'declared too long': (response) =>
    response.writeHead(200, { ...json, 'content-length': '2000000000' }).write(ordinary),
  'too long': (response) => response.writeHead(200, json).end(zeros.subarray(0, 5_000_000)),
};

let issued = 0;
function issueTokens(response: ServerResponse): void {
  issued += 1;
  // The end is looked for in responses, which are full of this letter.
  const tokens = { access_token: 'ordinary', refresh_token: `refresh-token-${'x'.repeat(300)}-${issued}` };
  response.writeHead(200, json).end(JSON.stringify(tokens));
}

async function refresh(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!(await text(request)).includes(hangingRefresh)) issueTokens(response);
}

/** Compressed for clients that ask for it, as browsers do. */
function respondOrdinarily({ headers }: IncomingMessage, response: ServerResponse): void {
  if (!headers['accept-encoding']?.includes('gzip')) response.writeHead(200, json).end(ordinary);
  else response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(compressedOrdinary);
}

const listener: RequestListener = (request, response) => {
  if (request.url === calls.refreshTokens.path) return void refresh(request, response);
  request.resume();
  if (request.url === calls.signInWithPermanentToken.path) return void request.once('end', () => issueTokens(response));
  const respond = responses[request.headers.authorization ?? ''];
  if (respond) respond(response, request);
  else request.once('end', () => respondOrdinarily(request, response));
};

const [, , port, credentialFile] = process.argv;
const credential = credentialFile && readFileSync(credentialFile);
const server = credential ? createTlsServer({ cert: credential, key: credential }, listener) : createServer(listener);
server.listen(Number(port), '127.0.0.1');
