import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, type LogLine, startGateway, startGatewayAndUpstream } from '../../support/gateway.ts';
import { cookiesAfter, type HttpResponse, navigate, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';
import { sendRaw } from '../http/send-raw.ts';
import { expectRedirectAt, failed, respondToSignIns } from './sign-in-links.ts';

const lines: LogLine[] = [];
let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream({}, lines);
});
afterAll(() => pair.close());

let origin: string;
beforeEach(() => {
  origin = pair.gateway.origin;
  pair.upstream.respond = respondToSignIns;
});

type Answer = (response: ServerResponse) => void;
/** Its tokens are in no other test. */
const newPair = () => `access_token=a-${randomUUID()}&refresh_token=${randomUUID()}`;

/** Of upstream responses, in the gateway's memory. */
async function heldBytes(): Promise<number> {
  const metric = await pair.gateway.app.metrics.getSingleMetricAsString('gateway_upstream_response_bytes');
  return Number(/^gateway_upstream_response_bytes (\d+)$/m.exec(metric)?.[1]);
}

const expectRedirect = (response: HttpResponse, target: string) => expectRedirectAt(origin, response, target);

describe('without a session', () => {
  test.each([
    ['/profile?token=good', '/profile'],
    ['/profile?permanent_access_token=good&x=%2F1', '/profile?x=%2F1'],
    ['/?PERMANENT_TOKEN=good', '/'],
    ['/profile?%74oken=good', '/profile'],
  ])('signs in with a permanent token: %s', async (url, target) => {
    const response = await navigate(origin, url, { cookie: 'auth_type=google' });
    expectRedirect(response, target);
    expect(cookiesAfter(response)).toBe('access_token=a; refresh_token=r; signed_in_by=url; account_unconfirmed=1');
    expect(response.setCookies).toContainEqual(
      expect.stringMatching(/^signed_in_by=url; Max-Age=60; Path=\/; SameSite=Lax$/),
    );
    expect(response.setCookies).toContainEqual(expect.stringMatching(/^auth_type=; .*Max-Age=0/));
  });

  test.each([
    ['/auth/subscription-confirmed?permanent_access_token=good', '/auth/subscription-confirmed'],
    ['/email/subscription-confirmed?token=good', '/email/subscription-confirmed'],
    ['/h/to-app?access_token=a-good&refresh_token=r', '/h/to-app'],
    ['/h/redirect-to-app/?access_token=a-good&refresh_token=r', '/h/redirect-to-app/'],
  ])('lets the page, and only that one, act once for the account: %s', async (url, target) => {
    const response = await navigate(origin, url);
    expectRedirect(response, target);
    const mark = response.setCookies.filter((cookie) => cookie.startsWith('signed_in_by_this_link'));
    expect(mark).toEqual([
      expect.stringMatching(
        new RegExp(`^signed_in_by_this_link=[\\w-]{43}; Max-Age=60; Path=${target}; HttpOnly; SameSite=Lax$`),
      ),
    ]);
    const visit = async (cookie: string) => {
      const { text, setCookies } = await navigate(origin, target, { cookie });
      return { acts: text.includes('"signedInByThisLink":true'), setCookies };
    };
    expect(await visit(cookiesAfter(response))).toEqual({
      acts: true,
      setCookies: [
        expect.stringMatching(new RegExp(`^signed_in_by_this_link=; Max-Age=0; Path=${target}; .*HttpOnly`)),
      ],
    });
    // No cookie can have such a path.
    for (const segment of ['a;b', 'a<b']) {
      const path = `${target.replace(/\/$/, '')}/${segment}`;
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nAccept: text/html\r\nConnection: close\r\n`;
      const below = await sendRaw(Number(new URL(origin).port), `${head}Cookie: ${cookiesAfter(response)}\r\n\r\n`);
      expect(below).toMatch(/^HTTP\/1\.1 200 /);
      expect(below).not.toMatch(/"signedInByThisLink":true|^set-cookie:/im);
    }
    // A form has signed in another account since.
    const other = cookiesAfter(response).replace(/access_token=[^;]*/, 'access_token=another');
    expect(await visit(other)).toEqual({ acts: false, setCookies: [] });
  });

  test('signs in with a pair that opens the profile, and keeps the marker of the social sign-in', async () => {
    const response = await navigate(origin, '/profile?access_token=a-good&refresh_token=r&utm_source=x');
    expectRedirect(response, '/profile?utm_source=x');
    expect(cookiesAfter(response)).toBe(
      'access_token=a-good; refresh_token=r; signed_in_by=url; account_unconfirmed=1',
    );
    expect(response.setCookies.join()).not.toContain('auth_type');
  });

  test.each([
    ['/profile?token=good', '/profile'],
    ['/profile?token=bad', '/enter?error=SIGN_IN_FAILED'],
  ])('drops a query that encoding makes longer than any link: %s', async (url, target) => {
    expectRedirect(await navigate(origin, `${url}&a=${'"'.repeat(700)}`), target);
    expect((await navigate(origin, `${url}&a=${'"'.repeat(600)}`)).headers.location).toContain('%22%22');
  });

  test('keeps a query up to an address of 2,048 characters', async () => {
    const locate = async (rest: string) => (await navigate(origin, `/profile?token=good&a=${rest}`)).headers.location;
    const longest = 'x'.repeat(2_048 - `${origin}/profile?a=`.length);
    expect(await locate(longest)).toBe(`${origin}/profile?a=${longest}`);
    expect(await locate(`${longest}x`)).toBe(`${origin}/profile`);
  });

  test('refuses a pair whose cookies would be longer together than one may be', async () => {
    const sent = pair.upstream.requests.length;
    const link = (refresh: string) => `/profile?access_token=a-good-in-a-long-pair&refresh_token=${refresh}`;
    const longest = 4_096 - 'access_tokena-good-in-a-long-pairrefresh_token'.length;
    expectRedirect(await navigate(origin, link('r'.repeat(longest + 1))), `/enter?${failed}`);
    expect(pair.upstream.requests.length).toBe(sent);
    expectRedirect(await navigate(origin, link('r'.repeat(longest))), '/profile');
  });

  test('refreshes an expired pair once', async () => {
    const response = await navigate(origin, '/profile?access_token=a-expired&refresh_token=r-good');
    expectRedirect(response, '/profile');
    expect(cookiesAfter(response)).toContain('access_token=a-good; refresh_token=r-new');
  });

  test('accepts a pair of a deleted account, so that it can be restored', async () => {
    const response = await navigate(origin, '/enter?error=RESTORE_ACCOUNT&access_token=a-deleted&refresh_token=r');
    expectRedirect(response, '/enter?error=RESTORE_ACCOUNT');
    expect(cookiesAfter(response)).toContain('access_token=a-deleted');
  });

  test.each([
    ['/profile?token=bad', `/enter?${failed}`],
    ['/profile?token=bad&x=1&error=old&y=2', `/enter?x=1&y=2&${failed}`],
    ['/profile?token=bad&%65rror=old', `/enter?${failed}`],
    ['/profile?access_token=a-bad&refresh_token=r-bad', `/enter?${failed}`],
    ['/profile?access_token=a-bad&refresh_token=r-gone', `/enter?${failed}`],
    ['/h/to-app?permanent_access_token=good&access_token=a-bad&refresh_token=r-bad', `/enter?${failed}`],
  ])('redirects to /enter if the upstream refuses: %s', async (url, target) => {
    const response = await navigate(origin, url);
    expectRedirect(response, target);
    expect(cookiesAfter(response)).toBe('');
  });

  test.each([200, 403, 500])(
    'accepts or rejects a pair by the profile’s status alone if the body is not JSON: %i',
    async (status) => {
      pair.upstream.respond = (_, response) => response.writeHead(status).end('not JSON');
      const response = await navigate(origin, '/profile?access_token=a&refresh_token=r');
      expectRedirect(response, status === 200 ? '/profile' : `/enter?${failed}`);
    },
  );

  test('requests JSON from the upstream, whatever the page accepts', async () => {
    await navigate(origin, '/profile?token=good');
    expect(pair.upstream.requests.at(-1)?.headers.accept).toBe('application/json');
  });

  test('counts and logs each way to sign in', async () => {
    lines.splice(0);
    const counts = async () => {
      const metric = await pair.gateway.app.metrics.getSingleMetricAsString('gateway_sign_ins_total');
      return ['url token', 'url pair'].map((kind) => Number(RegExp(`kind="${kind}"\\} (\\d+)`).exec(metric)?.[1]));
    };
    const [byToken = 0, byPair = 0] = await counts();
    await navigate(origin, '/profile?token=good');
    expect(await counts()).toEqual([byToken + 1, byPair]);
    await navigate(origin, '/profile?access_token=a-good&refresh_token=r');
    expect(await counts()).toEqual([byToken + 1, byPair + 1]);
    await navigate(origin, '/profile?token=bad');
    const traceId = expect.any(String);
    expect(lines.filter(({ security }) => security)).toMatchObject([
      { security: 'sign-in', kind: 'url permanent token', traceId },
      { security: 'sign-in', kind: 'url pair', traceId },
      { security: 'sign-in failed', kind: 'url permanent token', traceId },
    ]);
  });

  test.each([
    ['a server error', (response: ServerResponse) => sendJson(response, 500, { code: 13, message: 'no' })],
    ['a temporary error', (response: ServerResponse) => sendJson(response, 503, { code: 14, message: 'no' })],
    ['a lost connection', (response: ServerResponse) => void response.destroy()],
  ])('%s of the upstream is not logged as a failed sign-in', async (_, respond) => {
    for (const query of ['token=good', newPair()]) {
      lines.splice(0);
      pair.upstream.respond = (_request, response) => respond(response);
      expectRedirect(await navigate(origin, `/profile?${query}`), `/enter?${failed}`);
      expect(lines.filter(({ security }) => security)).toEqual([]);
    }
  });

  test('accepts a browser that does not send Sec-Fetch-Dest', async () => {
    const response = await sendRequest(origin, '/profile?token=good', { headers: { accept: 'text/html' } });
    expect(cookiesAfter(response)).toContain('access_token=a');
  });

  test('releases profiles from the memory budget', async () => {
    const long = JSON.stringify({ profile: { text: 'x'.repeat(4_000_000) } });
    pair.upstream.respond = (_, response) => response.writeHead(200).end(long);
    for (let count = 0; count < 9; count += 1) {
      expectRedirect(await navigate(origin, '/profile?access_token=a&refresh_token=r'), '/profile');
    }
    expect(await heldBytes()).toBe(0);
  });

  const padding = 'x'.repeat(100_000);
  const expired: Answer = (response) => sendJson(response, 401, { code: 16, message: padding });
  const undecodable: Answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(padding);
  const failures: [string, string, Partial<Record<'signIn' | 'profile' | 'refresh' | 'refreshed', Answer>>][] = [
    ['a refused token', 'token=bad', { signIn: (response) => sendJson(response, 401, { message: padding }) }],
    ['a token without a pair', 'token=x', { signIn: (response) => sendJson(response, 200, { text: padding }) }],
    [
      'a refused token, with a pair',
      'token=x',
      { signIn: (response) => sendJson(response, 400, { access_token: 'a', refresh_token: padding.slice(0, 30) }) },
    ],
    ['a token, no JSON', 'token=x', { signIn: (response) => response.writeHead(200).end(padding) }],
    ['a token, an undecodable response', 'token=x', { signIn: undecodable }],
    ['a pair, an undecodable profile', newPair(), { profile: undecodable }],
    ['a refused pair', newPair(), { profile: (response) => sendJson(response, 403, { message: padding }) }],
    [
      'an expired pair, a refused refresh',
      newPair(),
      { profile: expired, refresh: (response) => sendJson(response, 401, { code: 16, message: padding }) },
    ],
    [
      'an expired pair, a failed refresh',
      newPair(),
      { profile: expired, refresh: (response) => sendJson(response, 500, { message: padding }) },
    ],
    ['an expired pair, an undecodable refresh', newPair(), { profile: expired, refresh: undecodable }],
    ['an expired pair, no refresh', newPair(), { profile: expired, refresh: (response) => response.destroy() }],
    ['a refreshed pair, an undecodable profile', newPair(), { profile: expired, refreshed: undecodable }],
    ['a refreshed pair, no profile', newPair(), { profile: expired, refreshed: (response) => response.destroy() }],
    ['a refreshed pair that has expired, too', newPair(), { profile: expired, refreshed: expired }],
  ];
  test.each(failures)('holds no response after a sign-in that fails: %s', async (_, query, answers) => {
    const before = pair.upstream.requests.length;
    pair.upstream.respond = ({ url, headers }, response) => {
      const refresh: Answer = () => sendJson(response, 200, { access_token: 'a-refreshed', refresh_token: 'r-new' });
      const read = headers.authorization === 'a-refreshed' ? answers.refreshed : answers.profile;
      const answer =
        url === calls.signInWithPermanentToken.path
          ? answers.signIn
          : url === calls.refreshTokens.path
            ? (answers.refresh ?? refresh)
            : read;
      answer?.(response);
    };
    expectRedirect(await navigate(origin, `/profile?${query}`), `/enter?${failed}`);
    expect(pair.upstream.requests.length - before).toBe(Object.keys(answers).length + Number('refreshed' in answers));
    expect(await heldBytes()).toBe(0);
  });

  test('redirects to /enter if the upstream is unreachable', async () => {
    pair.upstream.respond = (_, response) => response.destroy();
    for (const url of ['/profile?token=good', '/profile?access_token=a-good&refresh_token=r']) {
      expectRedirect(await navigate(origin, url), `/enter?${failed}`);
    }
  });

  test('redirects to /enter if the sign-in returns no usable token', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, { refresh_token: 'r' });
    expectRedirect(await navigate(origin, '/profile?token=good'), `/enter?${failed}`);
  });

  test.each([
    ['/profile?access_token=a-good', '/profile'],
    ['/profile?refresh_token=r&x=1', '/profile?x=1'],
    ['/profile?token=', '/profile'],
  ])('removes half a pair from the URL without an upstream call: %s', async (url, target) => {
    const before = pair.upstream.requests.length;
    expectRedirect(await navigate(origin, url), target);
    expect(pair.upstream.requests.length).toBe(before);
  });

  test('a slow sign-in that fails leaves the cookies alone: they may be those of a session that began meanwhile', async () => {
    const cookie = 'locale=de; locale=en';
    const fast = await navigate(origin, '/profile?token=bad', { cookie });
    expect(fast.setCookies.join()).toContain('locale=; ');
    const respond = pair.upstream.respond;
    pair.upstream.respond = async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      return respond(request, response);
    };
    const slow = await navigate(origin, '/profile?token=bad', { cookie });
    expectRedirect(slow, `/enter?${failed}`);
    expect(slow.setCookies).toEqual([]);
  });

  test('signs in with a pair whose profile has no readable e-mail', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, { profile: { email: 5 } });
    expectRedirect(await navigate(origin, `/profile?${newPair()}`), '/profile');
  });

  test('redirects to /enter over the sign-in limit', async () => {
    const limited = await startGateway(pair.upstream.origin, { RATE_LIMIT_SIGN_IN_PER_MINUTE: '1' });
    const before = pair.upstream.requests.length;
    const [first, second] = [
      await navigate(limited.origin, '/profile?token=good'),
      await navigate(limited.origin, '/profile?token=good'),
    ];
    expect([first.headers.location, second.headers.location]).toEqual([
      `${limited.origin}/profile`,
      `${limited.origin}/enter?${failed}`,
    ]);
    expect(pair.upstream.requests.length - before).toBe(1);
    const refusals = await limited.app.metrics.getSingleMetricAsString('gateway_refusals_total');
    expect(refusals).toMatch(/reason="rate limit"\} 1$/m);
    await limited.close();
  });
});

test.each(['access_token=mine', 'refresh_token=mine', 'access_token=mine; refresh_token=mine'])(
  'with a session (%s), keeps the session and removes the token from the URL',
  async (cookie) => {
    const before = pair.upstream.requests.length;
    const response = await navigate(origin, '/profile?token=good&x=1', { cookie });
    expectRedirect(response, '/profile?x=1');
    expect(response.setCookies).toEqual(['signed_in_by=kept; Max-Age=60; Path=/; SameSite=Lax']);
    expect(pair.upstream.requests.length).toBe(before);
  },
);

test.each(['iframe', 'frame', 'object', 'embed'])('does not sign in inside an element (%s)', async (destination) => {
  const before = pair.upstream.requests.length;
  const response = await navigate(origin, '/profile?token=good&x=1', { headers: { 'sec-fetch-dest': destination } });
  expectRedirect(response, '/profile?x=1');
  expect([response.setCookies, pair.upstream.requests.length]).toEqual([[], before]);
});

test.each(['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip'])(
  'a page with credentials is not prefetched (%s)',
  async (purpose) => {
    const before = pair.upstream.requests.length;
    const headers = { 'sec-purpose': purpose };
    const response = await navigate(origin, '/profile?token=good', { headers });
    expect([response.status, response.setCookies, pair.upstream.requests.length]).toEqual([503, [], before]);
    const script = await sendRequest(origin, '/profile?token=good', {
      headers: { ...headers, accept: 'application/json' },
    });
    expect(script.json()).toEqual({ code: 14, message: 'This address is not fetched in advance' });
    expect((await navigate(origin, '/enter?x=1', { headers })).status).toBe(200);
    // A prerendered page runs its scripts.
    const { path } = calls.signInWithPermanentToken;
    const post = await sendRequest(origin, path, { method: 'POST', headers, body: { perm_token: 'good' } });
    expect([post.status, post.setCookies, pair.upstream.requests.length]).toEqual([503, [], before]);
  },
);

describe('redirects always stay on our origin', () => {
  test.each([
    ['//evil.example/?token=good', [404]],
    ['/..//evil.example?token=good', [404]],
    ['/\\evil.example?token=good', [400, 404]],
    ['/%2f%2fevil.example?token=good', [404]],
    ['/profile/@evil.example?token=good', [303]],
    ['/https:evil.example?token=good', [303]],
  ])('%s does not redirect to another origin', async (url, statuses) => {
    const response = await navigate(origin, url);
    expect(statuses).toContain(response.status);
    if (response.status === 303) expect(new URL(String(response.headers.location)).origin).toBe(origin);
  });

  test.each([
    ['/profile?token=good', '/profile'],
    ['/profile?token=bad', `/enter?${failed}`],
    ['/profile?access_token=a-good', '/profile'],
  ])('%s redirects to PUBLIC_ORIGIN, whatever host the request names', async (url, target) => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    expectRedirect(await navigate(origin, url, { headers }), target);
  });
});

describe('requests that do not sign in', () => {
  test.each([
    '/change-email?token=good',
    '/change-email/confirm?token=good',
    '/h/to-app?token=good',
    '/h/redirect-to-app?permanent_access_token=good',
  ])('%s keeps its query', async (url) => {
    const response = await navigate(origin, url);
    expect([response.status, cookiesAfter(response)]).toEqual([200, '']);
  });

  test('a pair at the change of an email leaves the URL and signs no one in', async () => {
    const response = await navigate(origin, '/change-email?token=good&access_token=a-good&refresh_token=r');
    expectRedirect(response, '/change-email?token=good');
    expect(cookiesAfter(response)).toBe('');
  });

  test('a link to the app: its pair signs in, its permanent token stays in the URL', async () => {
    const response = await navigate(origin, '/h/to-app?token=good&access_token=a-good&refresh_token=r');
    expectRedirect(response, '/h/to-app?token=good');
    expect(cookiesAfter(response)).toContain('access_token=a-good');
  });

  test.each([
    ['a script with any Accept header', { accept: '*/*' }],
    ['a script that accepts HTML', { accept: 'text/html', 'sec-fetch-mode': 'no-cors' }],
    ['a call', { accept: 'application/json' }],
  ])('%s that requests the same URL', async (_, headers) => {
    const before = pair.upstream.requests.length;
    const response = await sendRequest(origin, '/profile?token=good', { headers });
    expect([response.status, response.setCookies, pair.upstream.requests.length]).toEqual([
      response.status === 404 ? 404 : 200,
      [],
      before,
    ]);
  });

  test('a POST request', async () => {
    const response = await navigate(origin, '/profile?token=good', { method: 'POST' });
    expect([response.status, response.setCookies]).toEqual([404, []]);
  });
});

test('a duplicate cookie is no session: the token signs in, and the duplicate is cleared first', async () => {
  const response = await navigate(origin, '/profile?token=good', { cookie: 'access_token=x; access_token=y' });
  expectRedirect(response, '/profile');
  expect(response.setCookies[0]).toMatch(/^access_token=; .*Max-Age=0/);
  expect(cookiesAfter(response)).toContain('access_token=a;');
});

test('half a pair in the URL does not change an existing session', async () => {
  const response = await navigate(origin, '/profile?access_token=a-good', { cookie: 'access_token=mine' });
  expectRedirect(response, '/profile');
  expect(response.setCookies).toEqual([]);
});
