import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { startGateway } from '../../support/gateway.ts';
import { cookiesAfter, navigate, sendRequest } from '../../support/send-request.ts';
import { sendJson, startUpstream, type TestUpstream } from '../../support/upstream.ts';

const { path } = calls.profile;
const production = {
  PUBLIC_ORIGIN: 'https://account.skerry.example',
  COOKIE_DOMAIN: 'skerry.example',
  ENVIRONMENT: 'production',
};
let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) =>
    url === path
      ? sendJson(response, 200, {})
      : sendJson(response, 200, { access_token: 'new-access', refresh_token: 'new-refresh' }),
  );
});
afterAll(() => upstream.close());

const signIn = (origin: string) =>
  sendRequest(origin, calls.verifyOneTimeCode.path, { method: 'POST', body: { email: 'a@b.c', code: '123456' } });
const sentToken = () => upstream.requests.at(-1)?.headers.authorization;

describe('cookie attributes', () => {
  test.each([
    [production, '; HttpOnly; Secure; SameSite=Lax', '; Secure; SameSite=Lax', '; Domain=skerry.example'],
    [{ ...production, COOKIE_DOMAIN: 'localhost' }, '; HttpOnly; Secure; SameSite=Lax', '; Secure; SameSite=Lax', ''],
    [{}, '; HttpOnly; SameSite=Lax', '; SameSite=Lax', ''],
    [{ SESSION_MAX_AGE_S: '60' }, '; HttpOnly; SameSite=Lax', '; SameSite=Lax', ''],
  ] as [Record<string, string>, string, string, string][])(
    'follow the configuration %j',
    async (env, tokens, marker, domain) => {
      const gateway = await startGateway(upstream.origin, env);
      const maxAge = env.SESSION_MAX_AGE_S ?? '15552000';
      const kept = `; Max-Age=${maxAge}${domain}; Path=/`;
      const gone = `; Max-Age=0${domain}; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
      expect((await signIn(gateway.origin)).setCookies).toEqual([
        `access_token=new-access${kept}${tokens}`,
        `refresh_token=new-refresh${kept}${tokens}`,
        `auth_type=${gone}${marker}`,
      ]);
      // Cookies are deleted with the attributes they were set with.
      expect((await sendRequest(gateway.origin, '/session', { method: 'DELETE' })).setCookies).toEqual([
        `access_token=${gone}${tokens}`,
        `refresh_token=${gone}${tokens}`,
        `auth_type=${gone}${marker}`,
      ]);
      await gateway.close();
    },
  );

  test('cookie names are configurable', async () => {
    const gateway = await startGateway(upstream.origin, { ACCESS_TOKEN_COOKIE: 'sk_a', REFRESH_TOKEN_COOKIE: 'sk_r' });
    expect(cookiesAfter(await signIn(gateway.origin))).toBe('sk_a=new-access; sk_r=new-refresh');
    await sendRequest(gateway.origin, path, { cookie: 'sk_a=mine; access_token=other' });
    expect(sentToken()).toBe('mine');
    await gateway.close();
  });
});

describe('duplicate cookies', () => {
  test.each([
    ['access_token=a; access_token=b; refresh_token=r', ['access_token']],
    ['access_token=a; access_token=a; refresh_token=r', ['access_token']],
    ['access_token=a; refresh_token=r; refresh_token=r2', ['refresh_token']],
    ['access_token=a; refresh_token=r; access_token=a; refresh_token=r', ['access_token', 'refresh_token']],
  ])(
    '%s are no session, and the duplicates are cleared on every path and domain, partitioned or not',
    async (cookie, names) => {
      const gateway = await startGateway(upstream.origin, production);
      const all: string[] = [];
      // Each response continues where the last one stopped.
      for (let counter: string | undefined = 'cleanup=0'; counter !== undefined; ) {
        const { setCookies } = await sendRequest(gateway.origin, path, { cookie: `${cookie}; ${counter}` });
        expect(sentToken()).toBeUndefined();
        expect(setCookies.join('').length).toBeLessThanOrEqual(2_048);
        all.push(...setCookies);
        counter = setCookies.find((set) => set.startsWith('cleanup='))?.split(';')[0];
        if (counter === 'cleanup=0') counter = undefined;
      }
      for (const name of names) {
        for (const place of ['/', '/web', '/web/', '/web/v1', '/web/v1/', '/web/v1/profile']) {
          const hosts = ['', 'Domain=skerry.example; ', 'Domain=account.skerry.example; '];
          const lines = hosts.flatMap((host) =>
            ['', '; Partitioned'].map((end) => `${name}=; Max-Age=0; ${host}Path=${place}; Secure${end}`),
          );
          // As long as the browser sends its own, the duplicate shows.
          const foreign = lines.filter((line) => !line.endsWith('; Domain=skerry.example; Path=/; Secure'));
          const cleared = all.filter((set) => set.startsWith(`${name}=;`) && set.includes(`; Path=${place};`));
          expect([...new Set(cleared)].toSorted()).toEqual(foreign.toSorted());
        }
      }
      const session = await sendRequest(gateway.origin, '/session', { cookie });
      expect(session.json()).toEqual({ signedIn: false, authType: null });
      expect(session.setCookies.length).toBeGreaterThan(0);
      const page = await navigate(gateway.origin, '/profile', { cookie });
      expect(page.setCookies.some((set) => set.startsWith(`${names[0]}=;`) && set.includes('; Path=/profile;'))).toBe(
        true,
      );
      await gateway.close();
    },
  );

  test('may be gone the next time: the 401 of a call and GET /session say so, and no other response', async () => {
    const gateway = await startGateway(upstream.origin, production);
    const retryAfter = async (cookie: string) => {
      const { status, headers } = await sendRequest(gateway.origin, path, { cookie });
      return [status, headers['retry-after']];
    };
    const doubled = 'access_token=a; access_token=b; refresh_token=r';
    expect(await retryAfter(doubled)).toEqual([200, undefined]);
    const { respond } = upstream;
    upstream.respond = (_, response) => sendJson(response, 401, { code: 16, message: 'no' });
    expect(await retryAfter(doubled)).toEqual([401, '0']);
    expect(await retryAfter('access_token=a; locale=de; locale=uk')).toEqual([401, undefined]);
    expect(await retryAfter('')).toEqual([401, undefined]);
    const ask = async (cookie: string) => {
      const { headers, text } = await sendRequest(gateway.origin, '/session', { cookie });
      return [JSON.parse(text).signedIn, headers['retry-after']];
    };
    expect(await ask(doubled)).toEqual([false, '0']);
    expect(await ask('access_token=a; refresh_token=r')).toEqual([true, undefined]);
    expect(await ask('')).toEqual([false, undefined]);
    upstream.respond = respond;
    await gateway.close();
  });

  test.each(['cleanup=0', 'cleanup=60', 'cleanup=100', 'cleanup=9999', 'cleanup=x', null])(
    'of a sibling site are deleted even if it plants %s beside them',
    async (planted) => {
      const gateway = await startGateway(upstream.origin, production);
      const own = new Map([['refresh_token', 'refresh_token=own']]);
      const foreign = new Map([['refresh_token', 'refresh_token=x']]);
      if (planted !== null) foreign.set('cleanup', planted);
      // The random half of a response finds the place in one of three.
      for (let responses = 0; foreign.has('refresh_token'); responses += 1) {
        expect(responses).toBeLessThan(200);
        const cookie = [...foreign.values(), ...own.values()].join('; ');
        const { setCookies } = await sendRequest(gateway.origin, path, { cookie });
        for (const set of setCookies) {
          const name = set.slice(0, set.indexOf('='));
          if (set.startsWith(`${name}=; Max-Age=0; Domain=skerry.example; Path=${path};`)) {
            if (!set.endsWith('; Partitioned')) foreign.delete(name);
          } else if (/; Domain=skerry\.example; Path=\/;/.test(set) && !set.endsWith('; Partitioned')) {
            if (set.includes('; Max-Age=0;')) own.delete(name);
            else own.set(name, set.slice(0, set.indexOf(';')));
          }
        }
        // The visitor signs in again.
        own.set('refresh_token', 'refresh_token=own');
      }
      await gateway.close();
    },
  );

  test('are deleted before cookies that do not open, with at most 2,048 bytes in each response', async () => {
    const gateway = await startGateway(upstream.origin, {
      ...production,
      COOKIE_KEYS: randomBytes(32).toString('base64'),
    });
    const tokens = 'access_token=x; refresh_token=y';
    const { setCookies } = await navigate(gateway.origin, '/h/to-chrome', {
      cookie: `${tokens}; attribution=a; attribution=b`,
    });
    expect(setCookies.join('').length).toBeLessThanOrEqual(2_048);
    expect(setCookies.length).toBeGreaterThan(8);
    const names = (await navigate(gateway.origin, '/h/to-chrome', { cookie: tokens })).setCookies.map(
      (set) => /^\w+=; Max-Age=0/.exec(set)?.[0],
    );
    expect(names).toEqual(['access_token=; Max-Age=0', 'refresh_token=; Max-Age=0']);
    await gateway.close();
  });

  test('are deleted with an error, too', async () => {
    const gateway = await startGateway('http://127.0.0.1:1');
    const response = await sendRequest(gateway.origin, path, { cookie: 'access_token=a; access_token=b' });
    expect([response.status, response.setCookies[0]]).toEqual([
      502,
      expect.stringMatching(/^access_token=; Max-Age=0/),
    ]);
    await gateway.close();
  });

  test('in two Cookie headers are no session', async () => {
    const gateway = await startGateway(upstream.origin);
    await sendRequest(gateway.origin, path, { headers: { cookie: ['access_token=a', 'access_token=b'] } });
    expect(sentToken()).toBeUndefined();
    await gateway.close();
  });

  test('with other names are ignored', async () => {
    const gateway = await startGateway(upstream.origin);
    const response = await sendRequest(gateway.origin, path, { cookie: 'other=1; access_token=a; other=2' });
    expect([sentToken(), response.setCookies]).toEqual(['a', []]);
    await gateway.close();
  });
});

describe('sealed with COOKIE_KEYS', () => {
  const [newest, older, foreign] = [1, 2, 3].map(() => randomBytes(32).toString('base64')) as [string, string, string];

  test('the newest key seals, every listed key opens, an unknown key does not', async () => {
    const before = await startGateway(upstream.origin, { COOKIE_KEYS: older });
    const cookie = cookiesAfter(await signIn(before.origin));
    expect(cookie).not.toMatch(/new-access|new-refresh/);
    await before.close();

    const after = await startGateway(upstream.origin, { COOKIE_KEYS: `${newest}, ${older}` });
    await sendRequest(after.origin, path, { cookie });
    expect(sentToken()).toBe('new-access');
    const resealed = cookiesAfter(await signIn(after.origin));
    await after.close();

    const current = await startGateway(upstream.origin, { COOKIE_KEYS: newest });
    await sendRequest(current.origin, path, { cookie: resealed });
    expect(sentToken()).toBe('new-access');
    await current.close();

    const stranger = await startGateway(upstream.origin, { COOKIE_KEYS: foreign });
    await sendRequest(stranger.origin, path, { cookie: resealed });
    expect(sentToken()).toBeUndefined();
    await stranger.close();
  });

  test('a value that does not open counts as absent and is cleared, never a 500', async () => {
    const gateway = await startGateway(upstream.origin, { COOKIE_KEYS: newest });
    const [access = '', refresh = ''] = cookiesAfter(await signIn(gateway.origin)).split('; ');
    const swapped = `access_token=${refresh.split('=')[1]}`;
    for (const cookie of [
      'access_token=plain',
      `${access.slice(0, -6)}AAAAAA`,
      swapped,
      'access_token=',
      'access_token=%',
    ]) {
      const response = await sendRequest(gateway.origin, path, { cookie });
      expect([response.status, sentToken()]).toEqual([200, undefined]);
      expect(response.setCookies).toEqual([expect.stringMatching(/^access_token=; Max-Age=0; Path=\/;/)]);
    }
    const session = await sendRequest(gateway.origin, '/session', { cookie: `access_token=plain; ${refresh}` });
    expect(session.json()).toEqual({ signedIn: true, authType: null });
    await gateway.close();
  });

  test('a token that fits into a cookie only unsealed counts as missing', async () => {
    const token = 'x'.repeat(3_900);
    const { respond } = upstream;
    upstream.respond = (_, response) => sendJson(response, 200, { access_token: token });
    const plain = await startGateway(upstream.origin);
    const sealed = await startGateway(upstream.origin, { COOKIE_KEYS: newest });
    expect([(await signIn(plain.origin)).status, (await signIn(sealed.origin)).status]).toEqual([200, 502]);
    upstream.respond = respond;
    await plain.close();
    await sealed.close();
  });
});

describe('without COOKIE_KEYS', () => {
  test('any printable token survives the round trip through a cookie', async () => {
    const { respond } = upstream;
    const token = 'a;b,c"d\\e f%25=';
    upstream.respond = (_, response) => sendJson(response, 200, { access_token: token });
    const gateway = await startGateway(upstream.origin);
    const cookie = cookiesAfter(await signIn(gateway.origin));
    await sendRequest(gateway.origin, path, { cookie });
    expect(sentToken()).toBe(token);
    upstream.respond = respond;
    await gateway.close();
  });
});

test.each([
  ['', { signedIn: false, authType: null }],
  ['access_token=a', { signedIn: true, authType: null }],
  ['refresh_token=r', { signedIn: true, authType: null }],
  ['access_token=a; auth_type=apple-id', { signedIn: true, authType: 'apple-id' }],
  ['access_token=a; auth_type=evil', { signedIn: true, authType: null }],
])('GET /session with the cookies "%s"', async (cookie, state) => {
  const before = upstream.requests.length;
  const gateway = await startGateway(upstream.origin);
  const response = await sendRequest(gateway.origin, '/session', { cookie });
  expect([response.json(), response.headers['cache-control']]).toEqual([state, 'no-store']);
  expect(upstream.requests.length).toBe(before);
  await gateway.close();
});

test('a cookie whose name starts with a no-break space is a different cookie', async () => {
  const gateway = await startGateway(upstream.origin);
  const held = await sendRequest(gateway.origin, path, { cookie: 'access_token=mine; \xa0access_token=planted' });
  expect([held.status, sentToken(), held.setCookies]).toEqual([200, 'mine', []]);
  const planted = { cookie: '\xa0access_token=planted; \xa0__Host-access_token=planted' };
  expect((await sendRequest(gateway.origin, '/session', planted)).json()).toEqual({ signedIn: false, authType: null });
  await gateway.close();
});
