import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
});
afterAll(() => pair.close());

describe('the browser cache', () => {
  test.each([
    [undefined, 'no-store'],
    ['', 'no-store'],
    [' , ', 'no-store'],
    ['max-age=60', 'private, max-age=60'],
    ['public, max-age=60, s-maxage=600, proxy-revalidate', 'private, max-age=60'],
    ['private , max-age=60,', 'private, max-age=60'],
    ['PUBLIC, Max-Age=60', 'private, Max-Age=60'],
    ['no-store', 'no-store'],
    ['No-Store, max-age=60', 'no-store'],
    ['x-public, publicly, max-age=1', 'private, x-public, publicly, max-age=1'],
    ['public', 'private'],
  ])('may store the response to a public call: %s → %s', async (upstreams, expected) => {
    pair.upstream.respond = (_, response) =>
      sendJson(response, 200, {}, upstreams === undefined ? {} : { 'cache-control': upstreams });
    const response = await sendRequest(pair.gateway.origin, calls.visitorCountry.path);
    expect(response.headers['cache-control']).toBe(expected);
    expect(response.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
  });

  test('never stores the response to a call with a session', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, {}, { 'cache-control': 'max-age=60' });
    const { headers } = await sendRequest(pair.gateway.origin, calls.profile.path, { cookie: 'access_token=a' });
    expect([headers['cache-control'], headers.vary]).toEqual(['no-store', undefined]);
  });
});

test('a 204 has neither a body nor a length', async () => {
  pair.upstream.respond = (_, response) => response.writeHead(204).end();
  const { status, headers, text } = await sendRequest(pair.gateway.origin, calls.visitorCountry.path);
  expect([status, headers['content-length'], text]).toEqual([204, undefined, '']);
});

test('a response to a client that has disconnected is discarded, and the gateway continues', async () => {
  const [arrived, answered] = [createGate(), createGate()];
  pair.upstream.respond = async (_, response) => {
    await arrived.pass();
    sendJson(response, 200, { access_token: 'access-of-a-session', refresh_token: 'refresh-of-a-session' });
  };
  // A sign-in continues without its client.
  const body = '{"email":"anna@example.com","code":"123456"}';
  const head = [
    `POST ${calls.verifyOneTimeCode.path} HTTP/1.1`,
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(new URL(pair.gateway.origin).port), '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await arrived.arrived;
  socket.destroy();
  await once(socket, 'close');
  arrived.open();
  answered.open();
  expect((await sendRequest(pair.gateway.origin, '/session')).status).toBe(200);
});
