import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { dropUnusedHeaders } from '../../../gateway/http/used-headers.ts';

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
  const request = requestWith(...usual, 'X-Any', 'x'.repeat(3_900));
  dropUnusedHeaders(request);
  expect(request.headers).toHaveProperty('x-any');
  expect(request.rawHeaders).toHaveLength(8);
});

test('of long headers, only those that the gateway reads stay', () => {
  const long = Array.from({ length: 40 }, (_, index) => [`X-LONG-${'A'.repeat(200)}-${index}`, 'v']).flat();
  const request = requestWith(...usual, ...long, 'HOST', 'another');
  dropUnusedHeaders(request);
  expect(request.rawHeaders).toEqual([...usual.slice(0, 4), 'HOST', 'another']);
  expect(request.headers).toEqual({ host: 'another', cookie: 'access_token=a' });
});
