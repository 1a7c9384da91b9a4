import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { createIdentity } from '../../../gateway/session/sealed-token.ts';
import { SessionCookies } from '../../../gateway/session/session-cookies.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const cookiesWith = (environment: Readonly<Record<string, string>> = {}) =>
  new SessionCookies(
    readConfig({
      ...demoEnvironment({ port: 1, sandboxPort: 2, adminPort: 3 }),
      PUBLIC_ORIGIN: 'https://account.skerry.example',
      COOKIE_DOMAIN: 'skerry.example',
      COOKIE_KEYS: key,
      SESSION_ABSOLUTE_MAX_AGE_S: '1000',
      ...environment,
    }),
  );
const cookies = cookiesWith();
const pair = { access: 'access-1', refresh: 'refresh-1' };

/** The `name=value` pairs that a browser sends back. */
const sent = (setCookies: readonly string[]) => setCookies.map((line) => line.split(';')[0] ?? '');
const read = (...values: readonly string[]) => cookies.read(values.join('; '), '/profile');
const named = (setCookies: readonly string[]) => setCookies.map((line) => line.split('=')[0]);

/** Counts the attempts to open a cookie. */
const decipher = vi.spyOn(crypto, 'createDecipheriv');
syncBuiltinESMExports();

afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  decipher.mockRestore();
  syncBuiltinESMExports();
});

describe('reading a session', () => {
  test('both cookies of a session contain its tokens', () => {
    const identity = createIdentity();
    const session = read(...sent(cookies.setTokens(pair, identity)));
    expect(session).toMatchObject({
      ...pair,
      identity,
      isPastLifetime: false,
      unusableRefreshTokens: [],
      cleanup: [],
      faults: [],
    });
  });

  test.each([
    [0, { access: 'access-1', refresh: null }],
    [1, { access: null, refresh: 'refresh-1' }],
  ])('one cookie alone is used, too', (index, tokens) => {
    const identity = createIdentity();
    const line = sent(cookies.setTokens(pair, identity))[index] ?? '';
    expect(read(line)).toMatchObject({ ...tokens, identity, cleanup: [], faults: [] });
  });

  test('a cookie with more than 4,096 bytes including its name cannot be used: no browser keeps one', () => {
    const plain = cookiesWith({ COOKIE_KEYS: '' });
    const room = 4_096 - 'access_token'.length;
    const readLong = (length: number) => plain.read(`access_token=${'x'.repeat(length)}`, '/').access?.length;
    expect([readLong(room), readLong(room + 1)]).toEqual([room, undefined]);
  });

  test('no cookies are no session and no fault', () => {
    expect(read()).toMatchObject({ access: null, refresh: null, identity: null, cleanup: [], faults: [] });
    expect(cookies.read(undefined, '/')).toMatchObject({ access: null, cleanup: [], faults: [] });
  });

  test('cookies of two sessions are no session, and both are cleared', () => {
    const [access = ''] = sent(cookies.setTokens(pair, createIdentity()));
    const [, refresh = ''] = sent(cookies.setTokens(pair, createIdentity()));
    const session = read(access, refresh);
    expect(session).toMatchObject({
      access: null,
      refresh: null,
      identity: null,
      isPastLifetime: false,
      unusableRefreshTokens: ['refresh-1'],
      faults: ['cookies of two sessions'],
    });
    expect(named(session.cleanup)).toEqual(['access_token', 'refresh_token']);
    for (const line of session.cleanup) expect(line).toMatch(/Max-Age=0; Domain=skerry\.example;.*; HttpOnly; Secure/);
  });

  test.each([
    ['one mark', []],
    ['marks of two hosts', ['ended_session=x']],
  ])('cookies of a session that has ended are no session, and both are cleared: %s', (_, others) => {
    const identity = createIdentity();
    const session = read(
      ...sent([...cookies.setTokens(pair, identity), ...others, ...cookies.markEnded({ identity, endedIds: [] })]),
    );
    expect(session).toMatchObject({
      ...{ access: null, refresh: null, identity: null, isPastLifetime: false },
      // The extension may have taken it over.
      unusableRefreshTokens: [],
      faults: ['cookies of an ended session'],
    });
    expect(named(session.cleanup)).toEqual(['access_token', 'refresh_token']);
  });

  test('the mark of another session ends no session, and without sealed cookies there is none', () => {
    const [mark = ''] = cookies.markEnded({ identity: createIdentity(), endedIds: [] });
    expect(mark).toMatch(/^ended_session=[\w-]{22}; Max-Age=15552000; .*HttpOnly/);
    const [id] = read(...sent([mark])).endedIds;
    expect(read(`ended_session=short.${id}.${id}x.x${id}.`, `ended_session=${id}<`, 'ended_session=').endedIds).toEqual(
      [id],
    );
    expect(read(...sent([...cookies.setTokens(pair, createIdentity()), mark]))).toMatchObject({ ...pair, faults: [] });
    expect(cookies.markEnded({ identity: null, endedIds: [] })).toEqual([]);
  });

  test('of ended sessions, any id in the cookie counts, and no more than the last four stay in memory', () => {
    const identities = Array.from({ length: 600 }, () => createIdentity());
    const ids = identities.map(({ id }) => id);
    expect(read(`ended_session=${ids.join('.')}`).endedIds).toEqual(ids.slice(0, 4));
    const late = sent(cookies.setTokens(pair, identities.at(-1) ?? createIdentity()));
    expect(read(...late, `ended_session=${ids.join('.')}`).faults).toEqual(['cookies of an ended session']);
  });

  test('the mark names the last four sessions that have ended, whatever else another host puts into it', () => {
    const identities = Array.from({ length: 5 }, () => createIdentity());
    let mark = `ended_session=${'x'.repeat(5_000)}.${'<'.repeat(22)}`;
    for (const identity of identities) {
      const session = read(...sent(cookies.setTokens(pair, identity)), mark);
      expect(session).toMatchObject({ identity, faults: [] });
      [mark = ''] = sent(cookies.markEnded(session));
    }
    const ended = identities.map((identity) => read(...sent(cookies.setTokens(pair, identity)), mark).access === null);
    expect(ended).toEqual([false, true, true, true, true]);
    expect(mark).toHaveLength('ended_session='.length + 4 * 22 + 3);
  });

  test('cookies of two expired sessions are mixed', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [access = ''] = sent(cookies.setTokens(pair, createIdentity()));
    const [, refresh = ''] = sent(cookies.setTokens(pair, createIdentity()));
    vi.setSystemTime(Date.now() + 2_000_000);
    expect(read(access, refresh)).toMatchObject({
      isPastLifetime: false,
      unusableRefreshTokens: ['refresh-1'],
      faults: ['cookies of two sessions'],
    });
  });

  test.each([
    [999, false],
    [1_000, true],
    [5_000, true],
  ])('%i seconds after the sign-in, a session with a lifetime of 1,000 seconds is over: %s', (seconds, isOver) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_763_800_000_000 });
    const values = sent(cookies.setTokens(pair, createIdentity()));
    vi.setSystemTime(Date.now() + seconds * 1_000);
    const session = read(...values);
    expect(session).toMatchObject(
      isOver
        ? {
            access: null,
            refresh: null,
            identity: null,
            unusableRefreshTokens: ['refresh-1'],
            faults: ['session past its lifetime'],
          }
        : { ...pair, unusableRefreshTokens: [], faults: [] },
    );
    expect(session.isPastLifetime).toBe(isOver);
    expect(named(session.cleanup)).toEqual(isOver ? ['access_token', 'refresh_token'] : []);
    if (isOver) expect(read(values[0] ?? '')).toMatchObject({ isPastLifetime: true, unusableRefreshTokens: [] });
  });

  test('a cookie that does not open is cleared; the other one is used', () => {
    const [access = '', refresh = ''] = sent(cookies.setTokens(pair, createIdentity()));
    const session = read(access, refresh.slice(0, -4));
    expect(session).toMatchObject({ access: 'access-1', refresh: null, faults: ['cookie not opened'] });
    expect(named(session.cleanup)).toEqual(['refresh_token']);
    for (const value of ['plain-token', '']) {
      expect(read(`access_token=${value}`)).toMatchObject({ access: null, faults: ['cookie not opened'] });
    }
  });

  test('a duplicate token cookie is no session, even with a valid pair', () => {
    const [access = '', refresh = ''] = sent(cookies.setTokens(pair, createIdentity()));
    const session = read(access, refresh, access);
    expect(session).toMatchObject({ access: null, refresh: null, faults: ['duplicate cookie'] });
    expect(named(session.cleanup)).toContain('access_token');
    expect(session.unusableRefreshTokens).toEqual(['refresh-1']);
  });

  test('the tokens of up to four doubled refresh cookies are known, so that the end of the session can revoke them', () => {
    const values = [1, 2, 3, 4, 5].map((index) =>
      sent(cookies.setTokens({ access: 'a', refresh: `refresh-${index}` }, createIdentity())),
    );
    const refreshCookies = values.map(([, refresh = '']) => refresh);
    expect(read(...refreshCookies)).toMatchObject({
      refresh: null,
      unusableRefreshTokens: ['refresh-1', 'refresh-2', 'refresh-3', 'refresh-4'],
    });
    expect(read(refreshCookies[0] ?? '', 'refresh_token=forged').unusableRefreshTokens).toEqual(['refresh-1']);
  });

  test('of hundreds of doubled refresh cookies, only the first four in the header are opened', () => {
    const [, real = ''] = sent(cookies.setTokens(pair, createIdentity()));
    const forged = Array.from({ length: 300 }, (_, index) => `refresh_token=v1.${String(index).padStart(40, 'A')}`);
    const rotated = cookiesWith({ COOKIE_KEYS: `${Buffer.alloc(32, 8).toString('base64')},${key}` });
    const readWith = (...values: readonly string[]) => {
      decipher.mockClear();
      const { unusableRefreshTokens } = rotated.read(values.join('; '), '/');
      return { unusableRefreshTokens, attempts: decipher.mock.calls.length };
    };
    // Four, each with both keys.
    expect(readWith(...forged)).toEqual({ unusableRefreshTokens: [], attempts: 8 });
    expect(readWith(...forged.slice(0, 4), real)).toEqual({ unusableRefreshTokens: [], attempts: 8 });
    expect(readWith(...forged.slice(0, 3), real, ...forged)).toEqual({
      unusableRefreshTokens: ['refresh-1'],
      attempts: 8,
    });
  });

  test('a duplicate readable cookie is cleared, and the session is kept', () => {
    const values = sent(cookies.setTokens(pair, createIdentity()));
    const session = read(...values, 'locale=de', 'locale=fr', 'auth_type=email', 'other=1', 'other=2');
    expect(session).toMatchObject({ ...pair, faults: ['duplicate cookie'] });
    // All at once: no counter is needed.
    expect(new Set(named(session.cleanup))).toEqual(new Set(['locale']));
    expect([...session.readableCookies]).toEqual([['auth_type', 'email']]);
  });

  test('of all other cookies, only those that scripts may read are kept', () => {
    const readable = { locale: 'de', theme: 'dark', auth_type: 'email', attribution: 'x' };
    const values = Object.entries(readable).map(([name, value]) => `${name}=${value}`);
    const session = read(...values, ...sent(cookies.setTokens(pair, createIdentity())), '_ga=1', 'cleanup=2');
    expect(Object.fromEntries(session.readableCookies)).toEqual(readable);
  });

  test('without keys, the cookies are the tokens, with unknown session and age', () => {
    const plain = cookiesWith({ COOKIE_KEYS: '' });
    const session = plain.read(
      sent(plain.setTokens({ access: 'a b', refresh: 'c' }, createIdentity())).join('; '),
      '/',
    );
    expect(session).toMatchObject({ access: 'a b', refresh: 'c', identity: null, isPastLifetime: false, faults: [] });
  });

  test.each(['', '%0a', 'a%20', '%E0%A4%A', '%D1%8F'])(
    'without keys, %j is not used because no header can contain it',
    (value) => {
      const plain = cookiesWith({ COOKIE_KEYS: '' });
      expect(plain.read(`access_token=${value}`, '/')).toMatchObject({ access: null, faults: ['cookie not opened'] });
    },
  );
});

describe('clearing duplicates in steps', () => {
  const duplicates = ['access_token=a', 'access_token=b', 'refresh_token=c', 'refresh_token=d'];
  const clean = (...more: readonly string[]) =>
    cookies.read([...duplicates, ...more].join('; '), `/${'long-segment/'.repeat(20)}`).cleanup;
  const counterOf = (setCookies: readonly string[]) => setCookies.find((line) => line.startsWith('cleanup='));

  test('each response continues where the previous one stopped', () => {
    const first = clean();
    expect(counterOf(first)).toMatch(/^cleanup=\d+; Max-Age=60; Domain=skerry\.example; Path=\/; HttpOnly; Secure/);
    const next = clean(sent([counterOf(first) ?? ''])[0] ?? '');
    expect(next[0]).not.toBe(first[0]);
    expect(next[0]).toMatch(/^(?:access|refresh)_token=; Max-Age=0/);
  });

  test.each(['', 'x1', '1x', '1e1', '-1', '00001', '12345'])('the forged counter %j is ignored', (counter) => {
    // Without a counter, one half of a response is the same each time, and the other starts anywhere.
    const responses = Array.from({ length: 20 }, () => clean(`cleanup=${counter}`));
    for (const lines of responses) expect(lines.slice(0, 7)).toEqual(clean().slice(0, 7));
    expect(new Set(responses.map((lines) => lines.at(-2))).size).toBeGreaterThan(5);
  });

  test('the counter can exceed a thousand for a host with many parent domains', () => {
    const deep = cookiesWith({ PUBLIC_ORIGIN: 'https://a.b.c.d.e.f.g.skerry.example' });
    const twice = [...duplicates, 'locale=de', 'locale=fr', 'auth_type=a', 'auth_type=b'];
    const cleanAt = (step: number) => deep.read([...twice, `cleanup=${step}`].join('; '), '/a'.repeat(20)).cleanup;
    expect(cleanAt(1_000)[0]).not.toBe(cleanAt(0)[0]);
  });

  test('a duplicate counter alone clears nothing', () => {
    expect(read('cleanup=3', 'cleanup=4')).toMatchObject({ cleanup: [], lateCleanup: [], faults: [] });
  });

  test('a duplicate counter is cleared, too, and until then it counts as none', () => {
    const responses = Array.from({ length: 50 }, () => clean('cleanup=3', 'cleanup=4'));
    for (const lines of responses) {
      expect(new Set(named(lines))).toEqual(new Set(['cleanup', 'access_token', 'refresh_token']));
      expect(lines.some((line) => line.startsWith('cleanup=; Max-Age=0'))).toBe(true);
    }
    expect(new Set(responses.map((lines) => lines.at(-2))).size).toBeGreaterThan(10);
  });

  test('late responses delete the same, except what some browsers take for the cookies of the gateway', () => {
    const { cleanup, lateCleanup } = cookies.read('locale=de; locale=fr', '/');
    const isOwn = (line: string) => line.startsWith('locale=; Max-Age=0; Domain=skerry.example; Path=/;');
    // One that does not know partitioned cookies ignores the attribute.
    expect(cleanup.filter(isOwn)).toEqual(['locale=; Max-Age=0; Domain=skerry.example; Path=/; Secure; Partitioned']);
    expect(lateCleanup).toEqual(cleanup.filter((line) => !isOwn(line)));
    const unusable = read('access_token=x');
    expect([unusable.cleanup.length, unusable.lateCleanup]).toEqual([1, []]);
  });

  test('doubled token cookies are cleared before other ones', () => {
    const twice = ['locale=de', 'locale=fr', 'auth_type=a', 'auth_type=b'];
    expect(new Set(named(clean(...twice)))).toEqual(new Set(['access_token', 'refresh_token', 'cleanup']));
    expect(new Set(named(cookies.read(twice.join('; '), '/').cleanup))).toEqual(new Set(['locale', 'auth_type']));
  });

  test('all lines together have at most 2,048 bytes, with a long COOKIE_DOMAIN, too', () => {
    const long = `${'d'.repeat(60)}.skerry.example`;
    const deep = cookiesWith({ PUBLIC_ORIGIN: `https://${long}`, COOKIE_DOMAIN: long });
    for (let step = 0; step < 300; step += 1) {
      const { cleanup } = deep.read([...duplicates, `cleanup=${step}`].join('; '), '/web/v1/profile');
      expect(cleanup.join('').length).toBeLessThanOrEqual(2_048);
    }
  });

  test('after the last step the counter starts again', () => {
    const counters = ['cleanup=0'];
    while (counters.length < 200) {
      const [next = ''] = sent([counterOf(clean(counters.at(-1) ?? '')) ?? '']);
      counters.push(next);
      if (next === 'cleanup=0') break;
    }
    expect(counters.length).toBeGreaterThan(3);
    expect(counters.at(-1)).toBe('cleanup=0');
  });

  test('a clean-up that fits into one response needs no counter', () => {
    expect(new Set(named(cookies.read('locale=de; locale=fr', '/').cleanup))).toEqual(new Set(['locale']));
  });
});

describe('writing', () => {
  test('a missing refresh token clears the previous one with its attributes', () => {
    const [access, refresh] = cookies.setTokens({ access: 'a', refresh: null }, createIdentity());
    expect(access).toMatch(
      /^access_token=v1\..*; Max-Age=15552000; Domain=skerry\.example; Path=\/; HttpOnly; Secure; /,
    );
    expect(refresh).toMatch(/^refresh_token=; Max-Age=0; Domain=skerry\.example; Path=\/; .*HttpOnly; Secure; /);
  });

  test('tokens that fit into no cookie are not used; such a refresh token counts as missing', () => {
    const long = 'x'.repeat(4_000);
    expect(cookies.usableTokens(pair)).toEqual(pair);
    expect(cookies.usableTokens({ access: 'a', refresh: long })).toEqual({ access: 'a', refresh: null });
    expect(cookies.usableTokens({ access: long, refresh: 'r' })).toBeNull();
    expect(cookies.usableTokens({ access: 7, refresh: 'r' } as never)).toBeNull();
  });

  test('a cookie may have 4,096 bytes including its name, because browsers drop longer ones', () => {
    const plain = cookiesWith({ COOKIE_KEYS: '' });
    const room = 4_096 - 'access_token'.length;
    expect(plain.usableTokens({ access: 'x'.repeat(room), refresh: null })?.access).toHaveLength(room);
    expect(plain.usableTokens({ access: 'x'.repeat(room + 1), refresh: null })).toBeNull();
  });

  test('a sign-out clears both tokens with their attributes', () => {
    const deleted = 'Max-Age=0; Domain=skerry.example; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure';
    expect(cookies.clearTokens()).toEqual(
      ['access_token', 'refresh_token'].map((name) => `${name}=; ${deleted}; SameSite=Lax`),
    );
  });

  test('cookies for scripts are not HttpOnly, and are cleared with the same attributes', () => {
    expect(cookies.setReadable('locale', 'de', 60)).toBe(
      'locale=de; Max-Age=60; Domain=skerry.example; Path=/; Secure; SameSite=Lax',
    );
    expect(cookies.clearReadable('locale')).toBe(
      'locale=; Max-Age=0; Domain=skerry.example; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure; SameSite=Lax',
    );
    expect(cookies.setAuthType('google')).toMatch(/^auth_type=google; Max-Age=15552000; /);
    expect(cookies.clearAuthType()).toMatch(/^auth_type=; Max-Age=0; /);
    expect(cookies.setSignedInBy('url')).toMatch(/^signed_in_by=url; Max-Age=60; /);
    expect(cookies.setAccountUnconfirmed()).toMatch(/^account_unconfirmed=1; Max-Age=34560000; .*Path=\/; /);
  });
});

test('the page that its own link leads to may act for the session of that link, and for no other', () => {
  const setCookie = cookies.setSignedInByThisLink('/h/to-app', pair);
  const attributes = 'Domain=skerry.example; Path=/h/to-app; HttpOnly; Secure; SameSite=Lax';
  expect(setCookie).toMatch(new RegExp(`^signed_in_by_this_link=[\\w-]{43}; Max-Age=60; ${attributes}$`));
  expect(cookies.clearSignedInByThisLink('/h/to-app')).toMatch(
    /^signed_in_by_this_link=; Max-Age=0; .*Path=\/h\/to-app; .*HttpOnly/,
  );
  const mark = sent([setCookie]);
  const own = sent(cookies.setTokens(pair, createIdentity()));
  const other = sent(cookies.setTokens({ access: 'access-2', refresh: 'refresh-2' }, createIdentity()));
  const isHere = (...parts: readonly string[][]) =>
    cookies.read(parts.flat().join('; '), '/h/to-app').isSignedInByThisLink;
  expect(isHere(own, mark)).toBe(true);
  expect(isHere(other, mark)).toBe(false);
  expect(isHere(own)).toBe(false);
  expect(isHere(mark)).toBe(false);
  expect(isHere(own, mark, mark), 'doubled').toBe(false);
  expect(isHere(own, own, mark), 'doubled tokens').toBe(false);
});
