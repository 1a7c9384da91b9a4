import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptableEncodings, decodeBody } from '../../../gateway/upstream/decode-body.ts';

const text = Buffer.from('{"hello":"world"}');
const decode = (contentEncoding: string | undefined, body: Buffer, maxBytes = 1000, network = 'a') =>
  decodeBody(
    { headers: contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }, body },
    maxBytes,
    network,
  );

test.each([
  [undefined, text],
  ['identity', text],
  ['gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['identity, gzip, identity, gzip, identity', gzipSync(gzipSync(text))],
  ['', text],
  [' , identity ,', text],
])('%s is decoded', async (encoding, body) => {
  expect(await decode(encoding, body)).toEqual(text);
});

test.each(['gzip', 'br', 'zstd'])('an empty body stays empty in %s', async (encoding) => {
  expect(await decode(encoding, Buffer.alloc(0))).toEqual(Buffer.alloc(0));
});

test.each([
  ['zstd', text],
  ['constructor', text],
  ['gzip', text],
  ['gzip', gzipSync(text).subarray(0, 20)],
])('a body that is not valid %s is null', async (encoding, body) => {
  expect(await decode(encoding, body)).toBeNull();
});

test('a body with more than two encodings is null: each one takes as long as a whole body', async () => {
  expect(await decode('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text))))).toBeNull();
});

test('one response of a network is decoded at a time; beyond 2,048 waiting ones a response gets a 503', async () => {
  const body = gzipSync(text);
  const decoded = await Promise.allSettled(Array.from({ length: 2_051 }, () => decode('gzip', body)));
  expect(decoded.slice(0, 2_049).every(({ status }) => status === 'fulfilled')).toBe(true);
  const refused = { status: 503, failure: 'too many waiting', headers: { 'retry-after': '2' } };
  expect(decoded.slice(2_049)).toMatchObject([{ reason: refused }, { reason: refused }]);
});

test('a network with many long responses does not keep another one waiting', async () => {
  const long = gzipSync(Buffer.alloc(1_000_000));
  let decoded = 0;
  const all = Array.from({ length: 50 }, async () => {
    await decode('gzip', long, 1_000_000);
    decoded += 1;
  });
  expect(await decode('gzip', gzipSync(text), 1_000, 'b')).toEqual(text);
  expect(decoded).toBeLessThan(10);
  await Promise.all(all);
});

test('a small response that decodes to a long one is refused', async () => {
  expect(await decode('gzip', gzipSync(Buffer.alloc(1_000_000)), 100_000)).toBeNull();
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['zstd', 'identity'],
  ['gzip, deflate, br, zstd', 'gzip, deflate, br'],
  ['br;q=1.0, gzip;q=0.5, *;q=0.1', 'br;q=1.0, gzip;q=0.5'],
  [' GZIP ; q=0.5 ,br', 'GZIP ; q=0.5, br'],
  [';gzip', 'identity'],
  [`gzip${' '.repeat(252)}`, 'gzip'],
  [`gzip${' '.repeat(253)}`, 'identity'],
])('Accept-Encoding %s is passed on as %s', (given, passed) => {
  expect(acceptableEncodings(given)).toBe(passed);
});
