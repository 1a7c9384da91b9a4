import { expect, test } from 'vitest';
import { clearDuplicates, domainsToClear } from '../../../gateway/session/cookie-cleanup.ts';

test.each([
  ['account.skerry.example', 'skerry.example', [null, 'skerry.example', 'account.skerry.example']],
  ['a.b.skerry.example', 'skerry.example', [null, 'skerry.example', 'a.b.skerry.example', 'b.skerry.example']],
  ['skerry.example', 'skerry.example', [null, 'skerry.example']],
  ['account.skerry.example', null, [null, 'account.skerry.example', 'skerry.example']],
  ['account.skerry.example', 'account.skerry.example', [null, 'account.skerry.example', 'skerry.example']],
  // Browsers ignore `co.uk`.
  ['account.skerry.co.uk', 'skerry.co.uk', [null, 'skerry.co.uk', 'account.skerry.co.uk', 'co.uk']],
  ['account.region1', null, [null, 'account.region1']],
  ['1.skerry.example', null, [null, '1.skerry.example', 'skerry.example']],
  ['localhost', null, [null]],
  ['127.0.0.1', null, [null]],
  ['[::1]', null, [null]],
])('a cookie sent to %s with COOKIE_DOMAIN %s can have the domains %j', (host, cookieDomain, domains) => {
  expect(domainsToClear(host, cookieDomain)).toEqual(domains);
});

const scope = { domains: domainsToClear('a.b.skerry.example', 'skerry.example'), secure: true };
/** Without partitioned cookies. */
const hostOnly = { domains: [null], secure: false };
const names = ['access_token', 'refresh_token'];
const pathOf = (setCookie: string) => /Path=([^;]*)/.exec(setCookie)?.[1];

test('the root path is cleared first, host-only and for the cookie domain', () => {
  const { setCookies } = clearDuplicates(['access_token'], scope, '/profile', 0);
  expect(setCookies.slice(0, 2)).toEqual([
    'access_token=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    'access_token=; Max-Age=0; Domain=skerry.example; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
  ]);
});

test('a sequence of responses clears every candidate once, with at most 2,048 bytes each', () => {
  const path = `/${Array.from({ length: 40 }, () => 'segment').join('/')}`;
  const all: string[] = [];
  let responses = 0;
  for (let step: number | null = 0; step !== null; responses += 1) {
    const { setCookies, nextStep } = clearDuplicates(names, scope, path, step);
    expect(setCookies.join('').length).toBeLessThanOrEqual(2_048);
    expect(setCookies.length).toBeGreaterThan(0);
    all.push(...setCookies);
    step = nextStep;
  }
  expect(responses).toBeGreaterThan(3);
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(all.map(pathOf)).size).toBe(1 + 2 * 15);
});

test('responses that start anywhere, with at most 2,048 bytes each, clear every candidate in the end', () => {
  const all = new Set<string>();
  for (let step: number | null = 0; step !== null; ) {
    const response = clearDuplicates(names, scope, '/web/v1/profile', step);
    for (const line of response.setCookies) all.add(line);
    step = response.nextStep;
  }
  const cleared = new Set<string>();
  // Some hundred responses are enough, each time.
  for (let responses = 0; responses < 2_000 && cleared.size < all.size; responses += 1) {
    const { setCookies } = clearDuplicates(names, scope, '/web/v1/profile', null);
    expect(setCookies.join('').length).toBeLessThanOrEqual(2_048);
    for (const line of setCookies) cleared.add(line);
  }
  expect(cleared).toEqual(all);
});

test('a partitioned cookie of the same name is cleared, too, where browsers accept one', () => {
  const clear = (secure: boolean) => clearDuplicates(['a'], { domains: [null, 'skerry.example'], secure }, '/', 0);
  const place = (line: string) => [
    /Domain=[^;]*/.exec(line)?.[0],
    line.endsWith('; Secure; SameSite=Lax; Partitioned'),
  ];
  expect(clear(true).setCookies.map(place)).toEqual([
    [undefined, false],
    ['Domain=skerry.example', false],
    [undefined, true],
    ['Domain=skerry.example', true],
  ]);
  expect(clear(false).setCookies.join()).not.toContain('Partitioned');
});

test('a path too long for a header ends the list of prefixes, and every response makes progress', () => {
  const path = `/a/${Array.from({ length: 14 }, () => 'b'.repeat(900)).join('/')}`;
  const all: string[] = [];
  for (let step: number | null = 0; step !== null; ) {
    const { setCookies, nextStep } = clearDuplicates(['access_token'], hostOnly, path, step);
    expect(setCookies.length).toBeGreaterThan(0);
    all.push(...setCookies);
    step = nextStep;
  }
  const longest = `/a/${'b'.repeat(900)}`;
  expect(all.map(pathOf)).toEqual(['/', '/a', '/a/', longest, `${longest}/`]);
});

test.each([
  [1_024, ['/', 'longest', 'longest/']],
  [1_025, ['/']],
])('a prefix of %i bytes is cleared only if browsers accept it as a Path attribute', (bytes, paths) => {
  const path = `/${'b'.repeat(bytes - 1)}`;
  const { setCookies } = clearDuplicates(['a'], hostOnly, path, 0);
  const sent = setCookies.map((line) => pathOf(line)?.replace(path, 'longest'));
  // The last one may be left for the next response.
  expect(sent).toEqual(paths.slice(0, sent.length));
  expect(sent.length).toBe(Math.min(paths.length, 2));
});

test('a response uses up to 1,920 bytes, which leaves room for its counter within 2,048', () => {
  const sizes = Array.from({ length: 200 }, (_, index) => {
    const path = `/${'b'.repeat(700 + index)}`;
    return ['a', 'ab'].map((name) => clearDuplicates([name], hostOnly, path, 0).setCookies.join('').length);
  });
  expect(Math.max(...sizes.flat())).toBe(1_920);
});

test('a path that no cookie can have ends the list of prefixes', () => {
  const { setCookies, nextStep } = clearDuplicates(['access_token'], hostOnly, '/a/b;c/d', 0);
  expect([setCookies.map(pathOf), nextStep]).toEqual([['/', '/a', '/a/'], null]);
});

test('a step beyond the last candidate starts again', () => {
  const [first, last] = [0, 1].map((step) => clearDuplicates(['a'], hostOnly, '/', step));
  expect(last).toEqual(first);
  expect(clearDuplicates(names, scope, '/', 10_000)).toEqual(clearDuplicates(names, scope, '/', 0));
});
