import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { trimHeaders } from '../../../gateway/http/trim-headers.ts';

function requestWith(...rawHeaders: string[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = rawHeaders;
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
  );
  request.headers = Object.fromEntries(pairs);
  return request;
}

const usual = ['Host', 'account.skerry.example', 'Cookie', 'access_token=a', 'User-Agent', 'Mozilla/5.0'];

test('the headers of a usual request stay', () => {
  const cookie = `access_token=${'a'.repeat(4_000)}`;
  const request = requestWith('Host', 'a', 'Cookie', cookie, 'X-Any', 'x'.repeat(2_000));
  expect(trimHeaders(request, 100)).toBe(request.rawHeaders.join('').length);
  expect(request.headers).toHaveProperty('x-any');
  expect(request.rawHeaders).toHaveLength(6);
});

test.each([
  ['2,048 bytes besides a line of cookies', ['X-Any', 'x'.repeat(2_032), 'Cookie', 'c'.repeat(900)], true],
  ['one byte more', ['X-Any', 'x'.repeat(2_033), 'Cookie', 'c'.repeat(900)], false],
  ['as long, but not cookies', ['X-Any', 'x'.repeat(2_032), 'Accept', 'c'.repeat(900)], false],
])('of %s, all headers stay: %s', (_, headers, stay) => {
  const request = requestWith('Host', 'a', ...headers);
  trimHeaders(request, 100);
  expect(request.headers['x-any'] !== undefined).toBe(stay);
});

test('of long headers, only those that the gateway reads stay', () => {
  const long = Array.from({ length: 40 }, (_, index) => [`X-LONG-${'A'.repeat(200)}-${index}`, 'v']).flat();
  const request = requestWith(...usual, ...long, 'HOST', 'another');
  const kept = { host: 'another', cookie: 'access_token=a' };
  expect(trimHeaders(request, 100)).toBe(Object.entries(kept).flat().join('').length);
  expect(request.rawHeaders).toEqual([...usual.slice(0, 2), 'HOST', 'another']);
  expect(request.headers).toEqual(kept);
});

test('a header in many lines is kept, and counted, only as its joined text', () => {
  const line = 'x'.repeat(150);
  const request = requestWith('Host', 'a', ...Array.from({ length: 90 }, () => ['Cookie', line]).flat());
  request.headers.cookie = Array.from({ length: 90 }, () => line).join('; ');
  expect(trimHeaders(request, 100)).toBe('hosta'.length + 'cookie'.length + 90 * 150 + 89 * 2);
  expect(request.rawHeaders).toEqual(['Host', 'a']);
});

test('too many headers stay for the check that refuses them, and count twice', () => {
  const request = requestWith(...Array.from({ length: 101 }, (_, index) => [`x-${index}`, 'x'.repeat(50)]).flat());
  const bytes = request.rawHeaders.join('').length;
  expect(trimHeaders(request, 100)).toBe(2 * bytes);
  expect(request.rawHeaders).toHaveLength(202);
});

test('of more than 32 headers, only those that the gateway reads stay, however short they are', () => {
  const headersWith = (count: number) => Array.from({ length: count }, (_, index) => [`x${index}`, '']).flat();
  const few = requestWith(...usual, ...headersWith(29));
  trimHeaders(few, 100);
  expect(few.rawHeaders).toHaveLength(64);
  const many = requestWith(...usual, ...headersWith(30));
  expect(trimHeaders(many, 100)).toBe(['host', usual[1], 'cookie', usual[3]].join('').length);
  expect(many.headers).toEqual({ host: usual[1], cookie: usual[3] });
});
