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

test('one long response of a network is decoded at a time; beyond 2,048 waiting ones one gets a 503', async () => {
  const body = gzipSync(Buffer.alloc(65_537));
  const decoded = await Promise.allSettled(Array.from({ length: 2_051 }, () => decode('gzip', body, 100_000)));
  expect(decoded.slice(0, 2_049).every((each) => each.status === 'fulfilled' && each.value?.length === 65_537)).toBe(
    true,
  );
  const refused = { status: 503, failure: 'too many waiting', headers: { 'retry-after': '2' } };
  expect(decoded.slice(2_049)).toMatchObject([{ reason: refused }, { reason: refused }]);
});

/** Decodes fifty long responses of one network. `count` says how many have been decoded. */
function decodeLong() {
  const long = gzipSync(Buffer.alloc(1_000_000));
  let decoded = 0;
  const all = Array.from({ length: 50 }, async () => {
    await decode('gzip', long, 1_000_000);
    decoded += 1;
  });
  return { count: () => decoded, end: () => Promise.all(all) };
}

test('a network with many long responses does not keep the long one of another network waiting', async () => {
  const { count, end } = decodeLong();
  const long = Buffer.alloc(65_537);
  expect(await decode('gzip', gzipSync(long), 100_000, 'b')).toEqual(long);
  expect(count()).toBeLessThan(10);
  await end();
});

test.each([
  ['gzip', gzipSync, 65_536],
  ['deflate', deflateSync, 65_536],
  ['br', brotliCompressSync, 65_536],
  // As long as a short one may be before it is decoded, and after.
  ['gzip', (body: Buffer) => gzipSync(body, { level: 0 }), 8_192 - 23],
])('a short response in %s waits for no other response of its network', async (encoding, encode, bytes) => {
  const { count, end } = decodeLong();
  const body = Buffer.alloc(bytes, 'x');
  expect(await decode(encoding, encode(body), 100_000)).toEqual(body);
  expect(count()).toBe(0);
  await end();
});

test('a response of more than 8 kB waits for its turn', async () => {
  const { count, end } = decodeLong();
  const body = Buffer.alloc(8_193 - 23);
  expect(await decode('gzip', gzipSync(body, { level: 0 }), 100_000)).toEqual(body);
  expect(count()).toBeGreaterThan(0);
  await end();
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
