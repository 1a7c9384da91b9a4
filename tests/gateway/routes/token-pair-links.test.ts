import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { cookiesAfter, type HttpResponse, navigate } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';
import { expectRedirectAt, failed, respondToSignIns } from './sign-in-links.ts';

// What becomes of a link with a pair of tokens after its first use.

const network = '192.0.2.1';
let pair: GatewayAndUpstream;
let origin: string;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
  origin = pair.gateway.origin;
});
afterAll(() => pair.close());
beforeEach(() => {
  pair.upstream.respond = respondToSignIns;
});
const expectRedirect = (response: HttpResponse, target: string) => expectRedirectAt(origin, response, target);

test('does not follow an old link into the session that went on from it, or revive one that has ended', async () => {
  const { lineage } = pair.gateway.app.sessions;
  await lineage.recordRotation('r-old', { access: 'a-good', refresh: 'r-next' }, network);
  expectRedirect(await navigate(origin, '/profile?access_token=a-good-old&refresh_token=r-old'), `/enter?${failed}`);
  await lineage.recordEnd('r-ended', network);
  expectRedirect(
    await navigate(origin, '/profile?access_token=a-good-ended&refresh_token=r-ended'),
    `/enter?${failed}`,
  );
  expect((await lineage.read('r-ended')).ended).toBe(true);
  // Or one that ends while the profile is read.
  pair.upstream.respond = async (_, response) => {
    await lineage.recordEnd('r-ends', network);
    sendJson(response, 200, { profile: {} });
  };
  expectRedirect(await navigate(origin, '/profile?access_token=a-good-ends&refresh_token=r-ends'), `/enter?${failed}`);
  // However many others end then.
  pair.upstream.respond = async (_, response) => {
    await lineage.recordEnd('r-forgotten', network);
    for (let index = 0; index <= 6_000; index += 1) await lineage.recordEnd(`invented-${index}`, `network-${index}`);
    sendJson(response, 200, { profile: {} });
  };
  const link = '/profile?access_token=a-good-forgotten&refresh_token=r-forgotten';
  expectRedirect(await navigate(origin, link), `/enter?${failed}`);
});

test.each([
  ['body', 'a text that every profile of this plan has'],
  ['payment data', 'a text that all payment data has'],
  ['headers', 'application/json; charset=utf-8'],
])('refuses a pair that the token firewall would find in the %s of the account’s own profile', async (_, refresh) => {
  pair.upstream.respond = ({ url }, response) => {
    const profile = { plan: 'a text that every profile of this plan has' };
    const paid = url.endsWith('?include_payment_data=true');
    const payment = paid && { payment_data: { text: 'a text that all payment data has' } };
    const type = { 'content-type': 'application/json; charset=utf-8' };
    response.writeHead(200, type).end(JSON.stringify({ profile: { ...profile, ...payment } }));
  };
  const open = (token: string) =>
    navigate(origin, `/profile?access_token=a-good-${randomUUID()}&refresh_token=${encodeURIComponent(token)}`);
  const refused = await open(refresh);
  expectRedirect(refused, `/enter?${failed}`);
  expect(cookiesAfter(refused)).not.toContain('token=');
  expectRedirect(await open(`another text, ${randomUUID()}`), '/profile');
});

test('reads the profile of the pair without a body', async () => {
  await navigate(origin, `/profile?access_token=a-good-${randomUUID()}&refresh_token=${randomUUID()}`);
  const { headers, body } = pair.upstream.requestsTo(calls.profile.path).at(-1) ?? {};
  expect(headers).not.toHaveProperty('content-type');
  expect(body).toBe('');
});

test('signs in again with the same pair for two minutes only, without a request after that', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const url = `/profile?access_token=a-good-${randomUUID()}&refresh_token=${randomUUID()}`;
    const open = async () => (await navigate(origin, url)).headers.location;
    expect([await open(), await open()]).toEqual([`${origin}/profile`, `${origin}/profile`]);
    const requests = pair.upstream.requests.length;
    vi.advanceTimersByTime(120_000);
    expect(await open()).toBe(`${origin}/enter?${failed}`);
    vi.advanceTimersByTime(23 * 3_600_000);
    expect(await open()).toBe(`${origin}/enter?${failed}`);
    expect(pair.upstream.requests.length).toBe(requests);
  } finally {
    vi.useRealTimers();
  }
});

test('the end of a pair also ends the session of its link, which has refreshed it', async () => {
  const { lineage } = pair.gateway.app.sessions;
  const [spent, current] = [randomUUID(), randomUUID()];
  pair.upstream.respond = (request, response) => {
    if (request.url !== calls.refreshTokens.path) return respondToSignIns(request, response);
    sendJson(response, 200, { access_token: `a-good-${randomUUID()}`, refresh_token: current });
  };
  expectRedirect(await navigate(origin, `/profile?access_token=a-${randomUUID()}&refresh_token=${spent}`), '/profile');
  await lineage.recordEnd(spent, network);
  expect((await lineage.read(current)).ended).toBe(true);
});

test('sends no request with a pair that was spent more than a minute ago', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const refresh = randomUUID();
    const { lineage } = pair.gateway.app.sessions;
    await lineage.recordRotation(refresh, { access: randomUUID(), refresh: randomUUID() }, network);
    vi.advanceTimersByTime(61_000);
    const before = pair.upstream.requests.length;
    expectRedirect(
      await navigate(origin, `/profile?access_token=a-good-${randomUUID()}&refresh_token=${refresh}`),
      `/enter?${failed}`,
    );
    expect(pair.upstream.requests.length).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test('does not sign in with a used pair whose refresh token has been changed', async () => {
  const [refresh, access] = [randomUUID(), `a-good-${randomUUID()}`];
  const open = async (token: string) =>
    (await navigate(origin, `/profile?access_token=${access}&refresh_token=${token}`)).headers.location;
  expect(await open(refresh)).toBe(`${origin}/profile`);
  expect(await open(`${refresh}!`)).toBe(`${origin}/enter?${failed}`);
  expect(await open(refresh)).toBe(`${origin}/profile`);
});

test.each([
  ['its profile could not be read', (response: ServerResponse) => void response.destroy()],
  ['its response was lost', (response: ServerResponse) => sendJson(response, 200, { profile: {} })],
])('a link with an expired pair that was refreshed signs in when it is opened again: %s', async (_, respond) => {
  const [access, refresh, newAccess] = [`a-${randomUUID()}`, randomUUID(), `a-good-${randomUUID()}`];
  const { respond: respondAsUsual } = pair.upstream;
  let refreshes = 0;
  pair.upstream.respond = (request, response) => {
    if (request.url === calls.refreshTokens.path) {
      refreshes += 1;
      sendJson(response, 200, { access_token: newAccess, refresh_token: randomUUID() });
    } else if (refreshes === 1 && request.headers.authorization === newAccess) {
      respond(response);
    } else {
      respondAsUsual(request, response);
    }
  };
  const open = () => navigate(origin, `/profile?access_token=${access}&refresh_token=${refresh}`);
  await open();
  pair.upstream.respond = (request, response) => {
    if (request.url === calls.refreshTokens.path) refreshes += 1;
    respondAsUsual(request, response);
  };
  const again = await open();
  expectRedirect(again, '/profile');
  expect(cookiesAfter(again)).toContain(`access_token=${newAccess}`);
  expect(refreshes).toBe(1);
});

test('a pair that the upstream refuses once may sign in later', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const { respond } = pair.upstream;
    const url = `/profile?access_token=a-good-${randomUUID()}&refresh_token=${randomUUID()}`;
    pair.upstream.respond = (_, response) => sendJson(response, 500, {});
    expect((await navigate(origin, url)).headers.location).toBe(`${origin}/enter?${failed}`);
    pair.upstream.respond = respond;
    vi.advanceTimersByTime(200_000);
    expect((await navigate(origin, url)).headers.location).toBe(`${origin}/profile`);
  } finally {
    vi.useRealTimers();
  }
});
