import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { cookiesAfter, navigate } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

let pair: GatewayAndUpstream;
let before: number;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
});
afterAll(() => pair.close());

beforeEach(() => {
  before = pair.upstream.requests.length;
  pair.upstream.respond = ({ body }, response) =>
    JSON.parse(body).perm_token === 'good'
      ? sendJson(response, 200, { access_token: 'a', refresh_token: 'r' })
      : sendJson(response, 401, { code: 16, message: 'no' });
});

const requestedPaths = () => pair.upstream.requests.slice(before).map(({ url }) => url);
const addressWith = (token: string) =>
  `/payment/success?app-identity=${encodeURIComponent(btoa(`skerry.site.order|42|${token}`))}&utm_source=order`;
const withoutToken = '/payment/success?app-identity=read&utm_source=order';
const signedIn = { cookie: 'access_token=a-own; refresh_token=r-own' };

test('the permanent token of a payment signs in, and the address goes on without it', async () => {
  const response = await navigate(pair.gateway.origin, addressWith('good'));
  expect([response.status, response.headers.location]).toEqual([303, pair.gateway.origin + withoutToken]);
  expect(cookiesAfter(response)).toBe('access_token=a; refresh_token=r; signed_in_by=url; account_unconfirmed=1');
  expect(requestedPaths()).toEqual([calls.signInWithPermanentToken.path]);
  expect((await navigate(pair.gateway.origin, withoutToken)).status).toBe(200);
});

test.each([
  ['a refused token', addressWith('bad')],
  ['an upstream that fails', addressWith('good')],
])('the page shows the payment all the same after %s', async (name, url) => {
  if (name === 'an upstream that fails') pair.upstream.respond = (_, response) => response.destroy();
  const response = await navigate(pair.gateway.origin, url);
  expect([response.status, response.headers.location]).toEqual([303, pair.gateway.origin + withoutToken]);
  expect(cookiesAfter(response)).toBe('');
});

test('a session stays, and no page says that another account was left out', async () => {
  const response = await navigate(pair.gateway.origin, addressWith('good'), signedIn);
  expect([response.status, response.headers.location]).toEqual([303, pair.gateway.origin + withoutToken]);
  expect(response.setCookies).toEqual([]);
  expect(requestedPaths()).toEqual([]);
});

test('signs in neither in a frame nor for a prefetch', async () => {
  const framed = await navigate(pair.gateway.origin, addressWith('good'), {
    headers: { 'sec-fetch-dest': 'iframe' },
  });
  expect([framed.status, framed.headers.location]).toEqual([303, pair.gateway.origin + withoutToken]);
  const fetched = await navigate(pair.gateway.origin, addressWith('good'), {
    headers: { 'sec-purpose': 'prefetch' },
  });
  expect(fetched.status).toBe(503);
  expect([...framed.setCookies, ...fetched.setCookies]).toEqual([]);
  expect(requestedPaths()).toEqual([]);
});

test.each(['app-identity=not-base64', 'app-identity=YXxi', ''])('%s without a token opens the page', async (query) => {
  const response = await navigate(pair.gateway.origin, `/payment/success?${query}`);
  expect([response.status, response.setCookies]).toEqual([200, []]);
  expect(requestedPaths()).toEqual([]);
});
