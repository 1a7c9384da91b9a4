import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import type { TestGateway } from '../support/gateway.ts';
import { sendRequest } from '../support/send-request.ts';
import { startUpstream, type TestUpstream } from '../support/upstream.ts';
import { anyByte, cases } from './cases.ts';
import { startUnlimitedGateway } from './gateway.ts';

const mark = 'fuzzed-secret';
let upstream: TestUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startUnlimitedGateway(upstream.origin);
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
const json = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Json>;
const tokenName = fc.constantFrom('access_token', 'refresh_token');

/** A value with the key at a random depth. */
const withKey = fc.tuple(json, tokenName, fc.array(fc.nat(9), { maxLength: 8 })).map(([value, name, way]) => {
  let inner: Json = { ...(isObject(value) ? value : { value }), [name]: `${mark}-1` };
  for (const step of way) inner = step % 2 === 0 ? [step, inner] : { [`k${step}`]: inner, after: value };
  return inner;
});
const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON allows \uXXXX for any letter, and whitespace between tokens. */
const writing = fc.record({
  indent: fc.nat(3),
  escaped: fc.array(fc.nat(12), { maxLength: 13 }),
  encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be', 'utf32le' as const),
  byteOrderMark: fc.boolean(),
});
function write(
  value: Json,
  { indent, escaped, encoding, byteOrderMark }: typeof writing extends fc.Arbitrary<infer W> ? W : never,
): Buffer {
  const text = JSON.stringify(value, null, indent).replaceAll(/(?<=")(?:access|refresh)_token(?="\s*:)/g, (name) =>
    [...name]
      .map((letter, at) => (escaped.includes(at) ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter))
      .join(''),
  );
  const marked = (byteOrderMark ? '\uFEFF' : '') + text;
  if (encoding === 'utf8') return Buffer.from(marked);
  const narrow = Buffer.from(marked, 'utf16le');
  if (encoding === 'utf16le') return narrow;
  if (encoding === 'utf16be') return Buffer.from(narrow).swap16();
  return Buffer.from(Uint32Array.from(marked, (character) => character.codePointAt(0) ?? 0).buffer);
}

const packing = fc.constantFrom(
  { name: null, pack: (body: Buffer) => body },
  { name: 'gzip', pack: (body: Buffer) => gzipSync(body) },
  { name: 'deflate', pack: (body: Buffer) => deflateSync(body) },
  { name: 'br', pack: (body: Buffer) => brotliCompressSync(body) },
  { name: 'gzip, br', pack: (body: Buffer) => brotliCompressSync(gzipSync(body)) },
  { name: 'zstd', pack: (body: Buffer) => body },
);
const status = fc.constantFrom(200, 201, 400, 401, 403, 404, 409, 429, 500, 503);
const type = fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/html', 'text/plain', '');

/** Sets the upstream's next response, sent in one or more chunks. */
function respondWith(code: number, contentType: string, encoding: string | null, body: Buffer, pieces: number): void {
  upstream.respond = (_, response) => {
    response.statusCode = code;
    if (contentType) response.setHeader('content-type', contentType);
    if (encoding) response.setHeader('content-encoding', encoding);
    const size = Math.max(1, Math.ceil(body.length / pieces));
    for (let start = 0; start < body.length; start += size) response.write(body.subarray(start, start + size));
    response.end();
  };
}

const accepted = { 'accept-encoding': 'gzip, deflate, br' };

test('a response with a token at any depth, in any encoding and with any status becomes a 502 without it', async () => {
  await fc.assert(
    fc.asyncProperty(
      withKey,
      writing,
      packing,
      status,
      type,
      fc.integer({ min: 1, max: 4 }),
      async (value, how, packed, code, contentType, pieces) => {
        respondWith(code, contentType, packed.name, packed.pack(write(value, how)), pieces);
        const response = await sendRequest(gateway.origin, calls.visitorCountry.path, { headers: accepted });
        expect([response.status, response.json()]).toMatchObject([502, { code: 13 }]);
        expect(response.text).not.toContain(mark);
      },
    ),
    cases(2),
  );
});

test('a response without a token key arrives unchanged, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      json,
      writing,
      packing,
      status,
      fc.integer({ min: 1, max: 4 }),
      async (value, how, packed, code, pieces) => {
        fc.pre(packed.name !== 'zstd' && !/(?:access|refresh)_token/.test(JSON.stringify(value)));
        const body = packed.pack(write(value, how));
        respondWith(code, 'application/json', packed.name, body, pieces);
        const response = await sendRequest(gateway.origin, calls.visitorCountry.path, { headers: accepted });
        expect([response.status, response.bytes.equals(body)]).toEqual([code, true]);
      },
    ),
    cases(2),
  );
});

test('a request body arrives unchanged or is rejected; anything but JSON is rejected', async () => {
  const path = calls.updateSettings.path;
  const body = fc.oneof(
    fc.tuple(json, fc.nat(3)).map(([value, indent]) => JSON.stringify(value, null, indent)),
    fc.string({ unit: anyByte, minLength: 1, maxLength: 200 }),
    fc.tuple(json, fc.nat(200)).map(([value, cut]) => JSON.stringify(value).slice(0, cut + 1)),
    fc.nat(70_000).map((depth) => '['.repeat(depth + 1)),
  );
  upstream.respond = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const before = upstream.requests.length;
      const response = await sendRequest(gateway.origin, path, { method: 'POST', body: text });
      const arrived = upstream.requests.slice(before).map((request) => request.body);
      if (response.status === 200) expect(arrived).toEqual([text]);
      else expect([[400, 413].includes(response.status), arrived]).toEqual([true, []]);
      expect(response.status === 200).toBe(text.length <= 65_536 && isJson(text));
    }),
    cases(2),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
