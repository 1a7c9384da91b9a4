import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import { parseRaw, sendRaw } from '../gateway/http/send-raw.ts';
import type { TestGateway } from '../support/gateway.ts';
import { startUpstream, type TestUpstream } from '../support/upstream.ts';
import { anyByte, cases, printable } from './cases.ts';
import { startUnlimitedGateway } from './gateway.ts';
import { isForwarded } from './is-forwarded.ts';

const listed = Object.values(calls) as Call[];
let upstream: TestUpstream;
let gateway: TestGateway;
let port: number;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startUnlimitedGateway(upstream.origin);
  port = Number(new URL(gateway.origin).port);
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const trick = fc.constantFrom(
  ...['..', '.', '//', '/', '\\', '%2e', '%2E%2e', '%2f', '%5c', '%00', '%25', ';', ';a=b', '?', '#', '&', '%', '%zz'],
  ...['/../', '/./', '%c0%af', '%u002f', '\u00e9', '\u017f', ' ', '\t', ':', '@', '*', '=', 'S', 'ſ'],
);
const piece = fc.oneof(trick, fc.string({ unit: printable, maxLength: 5 }));

/** A listed path with an insertion, a deletion or another spelling. */
const mutatedPath = fc
  .tuple(fc.constantFrom(...listed), fc.nat(60), fc.nat(3), fc.oneof(fc.constant(''), piece), fc.nat(9))
  .map(([{ path }, at, lost, put, turn]) => {
    const position = at % (path.length + 1);
    const mutated = path.slice(0, position) + put + path.slice(position + lost);
    if (turn === 0) return mutated.toUpperCase();
    if (turn === 1) return `${mutated}?${put}=${put}&include_payment_data=1`;
    if (turn === 2) return `http://evil.example${mutated}`;
    if (turn === 3) return mutated.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    return mutated;
  });
const anyPath = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
const method = fc.oneof(
  fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get'),
  fc.string({ unit: printable, minLength: 1, maxLength: 8 }),
);

async function send(verb: string, target: string, body = ''): Promise<string> {
  const lines = [
    `${verb} ${target} HTTP/1.1`,
    `Host: localhost:${port}`,
    'Sec-Fetch-Site: same-origin',
    'Connection: close',
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  return sendRaw(port, `${lines.join('\r\n')}\r\n\r\n${body}`);
}

test('forwards only listed calls, whatever the request line contains', async () => {
  const path = fc.oneof({ weight: 3, arbitrary: mutatedPath }, anyPath);
  await fc.assert(
    fc.asyncProperty(method, path, fc.boolean(), async (verb, target, withBody) => {
      const before = upstream.requests.length;
      const response = await send(verb, target, withBody ? '{}' : '');
      const arrived = upstream.requests.slice(before);
      expect(arrived.length).toBeLessThanOrEqual(1);
      for (const { method: seen, url } of arrived)
        expect([seen, url, isForwarded(seen, url)]).toEqual([seen, url, true]);
      // The gateway responds to everything else itself, never with a 5xx.
      if (arrived.length === 0 && response !== '') expect(parseRaw(response).status).toBeLessThan(500);
    }),
    cases(2),
  );
});

test('forwards each listed call with its exact spelling', async () => {
  for (const { method: verb, path, access, redirects } of listed) {
    if (access === 'gateway' || redirects) continue;
    const before = upstream.requests.length;
    await send(verb, path, verb === 'GET' ? '' : '{"email":"a@b.example"}');
    const arrived = upstream.requests.slice(before).map(({ method: seen, url }) => [seen, url]);
    // Without a session there is nothing to delete.
    expect(arrived).toEqual(path === calls.deleteAccount.path ? [] : [[verb, path]]);
  }
});

/** Half-closes the connection: otherwise the gateway would wait for the rest of the request until its timeout. */
async function sendAndEnd(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes, 'latin1');
  // The gateway may reset the connection.
  return text(socket).catch(() => '');
}

test('bytes that are not a request lead to a 4xx or a closed connection, never to a 5xx', async () => {
  const bytes = fc.oneof(
    fc.string({ unit: anyByte, maxLength: 300 }),
    fc.tuple(method, anyPath, fc.array(fc.tuple(piece, piece), { maxLength: 6 })).map(([verb, path, headers]) => {
      const lines = headers.map(([name, value]) => `${name}: ${value}`);
      return [`${verb} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n');
    }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (request) => {
      const before = upstream.requests.length;
      const response = await sendAndEnd(request);
      const arrived = upstream.requests.slice(before);
      if (arrived.length === 0 && response !== '') expect(parseRaw(response).status).toBeLessThan(500);
      for (const { method: seen, url } of arrived) expect(isForwarded(seen, url)).toBe(true);
    }),
    cases(1),
  );
});
