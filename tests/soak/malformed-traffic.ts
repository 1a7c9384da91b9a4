import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const head = (line: string, ...headers: string[]) => `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const json = ['Sec-Fetch-Site: same-origin', 'Content-Type: application/json'];
const settings = 'POST /web/v1/account/update-settings HTTP/1.1';

/** Requests that are too long, malformed or forbidden, each created anew. */
const malformed: readonly (() => string | Buffer)[] = [
  () => head(settings, ...json, 'Content-Length: 1000000') + 'x'.repeat(1_000_000),
  () => `${head(settings, ...json, 'Transfer-Encoding: chunked')}20000\r\n${'x'.repeat(0x20000)}\r\n0\r\n\r\n`,
  () => head(`GET /${'a'.repeat(100_000)} HTTP/1.1`),
  () => head('GET / HTTP/1.1', `Cookie: ${'a=1; '.repeat(10_000)}`),
  () => head('GET / HTTP/1.1', ...Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`)),
  () => randomBytes(randomInt(1, 5_000)),
  () => head('GET /web/v1/../../etc/passwd HTTP/1.1'),
  () => head('TRACE / HTTP/1.1'),
  () => head('CONNECT example.com:443 HTTP/1.1'),
  () => head('GET / HTTP/1.1', 'Upgrade: websocket', 'Connection: upgrade'),
  () => head('GET /profile HTTP/1.1', 'Host: twice'),
  () => `${head(settings, ...json, 'Content-Length: 5')}{"a":${head('GET / HTTP/1.1')}`,
  () => `${head(settings, ...json, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  () => head('GET /web/v1/profile HTTP/1.1', 'Cookie: access_token=x; refresh_token=y; access_token=z'),
  () => head('GET /profile HTTP/1.1', 'Accept: text/html').repeat(50),
  () => `${head('POST /web/v1/account/one-time-code/request HTTP/1.1', ...json, 'Content-Length: 2')}[]`,
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(200, 'x'),
];

/** Sends one of them, as a client that waits for the response or disconnects at once. */
export async function sendMalformed(port: number): Promise<void> {
  const make = malformed[randomInt(malformed.length)];
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(make?.() ?? '');
  await Promise.race([once(socket, 'close').catch(() => undefined), pause(randomInt(2) === 0 ? 20 : 500)]);
  socket.destroy();
}
