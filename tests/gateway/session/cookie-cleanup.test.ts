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

const domain = 'skerry.example';
const names = ['access_token', 'refresh_token'];
const host = `a.b.${domain}`;
const scope = { names, host, domains: domainsToClear(host, domain), domain, secure: true };
/** Without partitioned cookies. */
const hostOnly = { names: ['access_token'], host: 'localhost', domains: [null], domain: null, secure: false };
const pathOf = (setCookie: string) => /Path=([^;]*)/.exec(setCookie)?.[1];
const call = '/web/v1/profile';
type Scope = typeof scope | typeof hostOnly;

const clear = (where: Scope, requestPath: string, step = 0, doubled: readonly string[] = where.names) => {
  const { foreign, own, nextStep } = clearDuplicates(new Set(doubled), where, requestPath, step);
  const setCookies = [...foreign, ...own];
  expect(setCookies.join('').length).toBeLessThanOrEqual(1_920);
  return { foreign, own, setCookies, nextStep };
};

/** What a browser gets that sends the counter back, until the steps begin again. */
function clearInSteps(where: Scope, requestPath: string) {
  const responses: ReturnType<typeof clear>[] = [];
  for (let next = 0; responses.length === 0 || next > 0; ) {
    const response = clear(where, requestPath, next);
    responses.push(response);
    next = response.nextStep ?? 0;
  }
  return { responses, all: new Set(responses.flatMap(({ setCookies }) => setCookies)) };
}

/** The places of a cookie, except that of the gateway's own. */
const countForeign = (where: Scope, paths: number) =>
  where.names.length * (paths * where.domains.length * (where.secure ? 2 : 1) - 1);

test('the root path is cleared first, host-only and for each domain but the cookies’ own', () => {
  expect(clear(scope, '/profile').setCookies.slice(0, 3)).toEqual([
    'access_token=; Max-Age=0; Path=/; Secure',
    'refresh_token=; Max-Age=0; Path=/; Secure',
    'access_token=; Max-Age=0; Domain=a.b.skerry.example; Path=/; Secure',
  ]);
});

test('what other hosts of the domain can set comes next', () => {
  const { setCookies } = clear({ ...scope, names: ['a'] }, '/web/v1');
  const places = setCookies.slice(3, 11).map((line) => line.slice('a=; Max-Age=0; Domain='.length));
  expect(places).toEqual(
    ['/web', '/web/', '/web/v1', '/web/v1/'].flatMap((path) =>
      ['skerry.example', 'b.skerry.example'].map((parent) => `${parent}; Path=${path}; Secure`),
    ),
  );
});

test('a sequence of responses clears every candidate but the gateway’s own cookies', () => {
  const path = `/${Array.from({ length: 40 }, () => 'segment').join('/')}`;
  const { responses, all } = clearInSteps(scope, path);
  expect(responses.length).toBeGreaterThan(3);
  const paths = 1 + 2 * 15;
  expect(new Set(Array.from(all, pathOf)).size).toBe(paths);
  expect(all.size).toBe(countForeign(scope, paths));
});

test('half of a response goes on where the last one stopped, in the same order each time', () => {
  const first = clear(scope, call);
  expect(first.setCookies.slice(0, 12)).toEqual(clear(scope, call).setCookies.slice(0, 12));
  const second = clear(scope, call, first.nextStep ?? 0);
  const inOrder = [...first.setCookies.slice(0, 12), ...second.setCookies.slice(0, 12)];
  expect(new Set(inOrder).size).toBe(24);
});

test('a step means the same, whichever cookies are doubled', () => {
  const step = clear(scope, call).nextStep ?? 0;
  const after = (doubled: readonly string[]) => clear(scope, call, step, doubled).setCookies[0];
  expect(after(names)?.replace(/^\w+/, '')).toBe(after(['refresh_token'])?.replace(/^\w+/, ''));
});

test.each([0, 30, 60, 83, 84, 10_000])(
  'with a counter that stays at %i, responses clear every candidate in the end, too, but no cookie of the gateway',
  (step) => {
    const cleared = new Set<string>();
    // Some hundred responses are enough, each time.
    for (let count = 0; count < 3_000 && cleared.size < countForeign(scope, 7); count += 1) {
      for (const line of clear(scope, call, step).setCookies) cleared.add(line);
    }
    expect(cleared.size).toBe(countForeign(scope, 7));
    for (const name of names)
      expect(cleared).not.toContain(`${name}=; Max-Age=0; Domain=skerry.example; Path=/; Secure`);
  },
);

test('where all fit into one response, it clears them all, the gateway’s own cookies last, wherever it begins', () => {
  const where = { ...scope, names: ['a'], domains: [null, domain] };
  for (let step = 0; step < 14; step += 1) {
    const { setCookies, nextStep } = clear(where, '/ab', step);
    expect(nextStep).toBeNull();
    expect(setCookies.length).toBe(12);
    expect(new Set(setCookies).size).toBe(12);
    expect(setCookies.at(-1)).toBe('a=; Max-Age=0; Domain=skerry.example; Path=/; Secure');
  }
});

test('a partitioned cookie of the same name is cleared, too, where browsers accept one', () => {
  const clearRoot = (secure: boolean) => {
    const { foreign, own } = clear({ ...scope, names: ['a'], domains: [null, domain], secure }, '/');
    const place = (line: string) => [/Domain=[^;]*/.exec(line)?.[0], line.endsWith('; Path=/; Secure; Partitioned')];
    const sorted = (lines: readonly string[]) => lines.toSorted((a, b) => a.length - b.length).map(place);
    return [sorted(foreign), sorted(own)];
  };
  expect(clearRoot(true)).toEqual([
    [
      [undefined, false],
      [undefined, true],
    ],
    // A browser that does not know partitioned cookies deletes the other one.
    [
      ['Domain=skerry.example', false],
      ['Domain=skerry.example', true],
    ],
  ]);
  expect(clearRoot(false)).toEqual([[[undefined, false]], [['Domain=skerry.example', false]]]);
});

test('a path too long for a header ends the list of prefixes, and every response makes progress', () => {
  const path = `/a/${Array.from({ length: 14 }, () => 'b'.repeat(900)).join('/')}`;
  const cleared = new Set<string | undefined>();
  for (let count = 0; count < 200; count += 1) {
    const { setCookies } = clear(hostOnly, path);
    expect(setCookies.length).toBeGreaterThan(0);
    for (const line of setCookies) cleared.add(pathOf(line));
  }
  const longest = `/a/${'b'.repeat(900)}`;
  expect([...cleared].toSorted()).toEqual(['/a', '/a/', longest, `${longest}/`]);
});

test.each([
  [1_024, ['longest', 'longest/']],
  [1_025, ['/']],
])('a prefix of %i bytes is cleared only if browsers accept it as a Path attribute', (bytes, paths) => {
  const path = `/${'b'.repeat(bytes - 1)}`;
  const responses = Array.from({ length: 100 }, () => clear(hostOnly, path).setCookies);
  const sent = responses.flat().map((line) => pathOf(line)?.replace(path, 'longest'));
  expect([...new Set(sent)].toSorted()).toEqual(paths);
});

test('a response uses up to 1,920 bytes, which leaves room for its counter within 2,048', () => {
  const sizes = Array.from({ length: 200 }, (_, index) => {
    const path = `/${'b'.repeat(800 + index)}`;
    return ['a', 'ab'].map((name) => clear({ ...hostOnly, names: [name] }, path).setCookies.join('').length);
  });
  expect(Math.max(...sizes.flat())).toBe(1_920);
});

test('a path that no cookie can have ends the list of prefixes', () => {
  const { setCookies, nextStep } = clear(hostOnly, '/a/b;c/d');
  expect([setCookies.map(pathOf).toSorted(), nextStep]).toEqual([['/', '/a', '/a/'], null]);
});
