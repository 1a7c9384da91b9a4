import { describe, expect, test } from 'vitest';
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
const scope = { names, domains: domainsToClear(`a.b.${domain}`, domain), domain, secure: true };
/** Without partitioned cookies. */
const hostOnly = { names: ['access_token'], domains: [null], domain: null, secure: false };
const pathOf = (setCookie: string) => /Path=([^;]*)/.exec(setCookie)?.[1];
type Scope = typeof scope | typeof hostOnly;

const clear = (where: Scope, requestPath: string, step: number | null, doubled: readonly string[] = where.names) => {
  const { foreign, own, nextStep } = clearDuplicates(new Set(doubled), where, requestPath, step);
  return { foreign, own, setCookies: [...foreign, ...own], nextStep };
};

/** What a browser receives that sends the counter back, from `step` to the end. */
function clearInSteps(where: Scope, requestPath: string, step: number | null = 0) {
  const responses: ReturnType<typeof clear>[] = [];
  for (let next = step; responses.length === 0 || next !== null; ) {
    const response = clear(where, requestPath, next);
    expect(response.setCookies.join('').length).toBeLessThanOrEqual(2_048);
    expect(response.setCookies.length).toBeGreaterThan(0);
    responses.push(response);
    next = response.nextStep;
  }
  return { responses, all: responses.flatMap(({ setCookies }) => setCookies) };
}

test('the root path is cleared first, host-only and for each domain but the cookies’ own', () => {
  const { setCookies } = clear(scope, '/profile', 0);
  expect(setCookies.slice(0, 3)).toEqual([
    'access_token=; Max-Age=0; Path=/; Secure',
    'refresh_token=; Max-Age=0; Path=/; Secure',
    'access_token=; Max-Age=0; Domain=a.b.skerry.example; Path=/; Secure',
  ]);
});

test('a sequence of responses clears every candidate once, with at most 2,048 bytes each', () => {
  const path = `/${Array.from({ length: 40 }, () => 'segment').join('/')}`;
  const { responses, all } = clearInSteps(scope, path);
  expect(responses.length).toBeGreaterThan(3);
  expect(new Set(all).size).toBe(all.length);
  const places = 1 + 2 * 15;
  expect(new Set(all.map(pathOf)).size).toBe(places);
  expect(all.length).toBe(names.length * places * scope.domains.length * 2);
});

test('the gateway’s own cookies come last: as long as a browser sends them, the duplicate shows', () => {
  const { responses } = clearInSteps(scope, '/web/v1/profile');
  const own = responses.map((response) => response.own);
  expect(own.slice(0, -1).flat()).toEqual([]);
  expect(own.at(-1)).toEqual(names.map((name) => `${name}=; Max-Age=0; Domain=skerry.example; Path=/; Secure`));
});

test('a step means the same, whichever cookies are doubled', () => {
  const step = clear(scope, '/web/v1/profile', 0).nextStep;
  const after = (doubled: readonly string[]) => clear(scope, '/web/v1/profile', step, doubled).setCookies[0];
  expect(after(names)?.replace(/^\w+/, '')).toBe(after(['refresh_token'])?.replace(/^\w+/, ''));
});

describe('without a known step', () => {
  const everything = (path: string) => new Set(clearInSteps(scope, path).all);

  test('responses that are each the first one clear every candidate but the own cookies in the end', () => {
    const cleared = new Set<string>();
    const all = everything('/web/v1/profile');
    // Some hundred responses are enough, each time.
    for (let responses = 0; responses < 2_000 && cleared.size < all.size - names.length; responses += 1) {
      const { foreign, own } = clear(scope, '/web/v1/profile', null);
      expect([foreign.join('').length <= 2_048, own]).toEqual([true, []]);
      for (const line of foreign) cleared.add(line);
    }
    expect(cleared.size).toBe(all.size - names.length);
    expect([...cleared].filter((line) => !all.has(line))).toEqual([]);
  });

  test('half of each response goes to the likeliest candidates', () => {
    const likeliest = clear(scope, '/web/v1/profile', 0).setCookies;
    const first = clear(scope, '/web/v1/profile', null).setCookies;
    expect(first.slice(0, 7)).toEqual(likeliest.slice(0, 7));
    const later = Array.from({ length: 50 }, () => clear(scope, '/web/v1/profile', null).setCookies.at(-1));
    expect(new Set(later).size).toBeGreaterThan(10);
  });

  test('all candidates are cleared at once where they fit, the own cookies last', () => {
    const where = { ...scope, names: ['a'], domains: [null, domain] };
    for (let round = 0; round < 20; round += 1) {
      const { setCookies, own, nextStep } = clear(where, '/ab', null);
      expect([new Set(setCookies).size, setCookies.length, own.length, nextStep]).toEqual([12, 12, 1, null]);
    }
  });

  test('the responses that follow go on to the end', () => {
    for (let round = 0; round < 20; round += 1) {
      const { all } = clearInSteps(scope, '/web/v1/profile', null);
      expect(all.at(-1)).toMatch(/^refresh_token=; Max-Age=0; Domain=skerry\.example; Path=\/;/);
    }
  });
});

test('a partitioned cookie of the same name is cleared, too, where browsers accept one', () => {
  const clearRoot = (secure: boolean) =>
    clear({ names: ['a'], domains: [null, domain], domain, secure }, '/', 0).setCookies.map((line) => [
      /Domain=[^;]*/.exec(line)?.[0],
      line.endsWith('; Path=/; Secure; Partitioned'),
    ]);
  expect(clearRoot(true)).toEqual([
    [undefined, false],
    [undefined, true],
    ['Domain=skerry.example', true],
    ['Domain=skerry.example', false],
  ]);
  expect(clearRoot(false)).toEqual([
    [undefined, false],
    ['Domain=skerry.example', false],
  ]);
});

test('a path too long for a header ends the list of prefixes, and every response makes progress', () => {
  const path = `/a/${Array.from({ length: 14 }, () => 'b'.repeat(900)).join('/')}`;
  const longest = `/a/${'b'.repeat(900)}`;
  expect(clearInSteps(hostOnly, path).all.map(pathOf)).toEqual(['/a', '/a/', longest, `${longest}/`, '/']);
  expect(clearInSteps(hostOnly, path, null).all.map(pathOf)).toContain(longest);
});

test.each([
  [1_024, ['longest', 'longest/', '/']],
  [1_025, ['/']],
])('a prefix of %i bytes is cleared only if browsers accept it as a Path attribute', (bytes, paths) => {
  const path = `/${'b'.repeat(bytes - 1)}`;
  const sent = clearInSteps(hostOnly, path).all.map((line) => pathOf(line)?.replace(path, 'longest'));
  expect(sent).toEqual(paths);
});

test('a response uses up to 1,920 bytes, which leaves room for its counter within 2,048', () => {
  const sizes = Array.from({ length: 200 }, (_, index) => {
    const path = `/${'b'.repeat(800 + index)}`;
    return ['a', 'ab'].map((name) => clear({ ...hostOnly, names: [name] }, path, 0).setCookies.join('').length);
  });
  expect(Math.max(...sizes.flat())).toBe(1_920);
});

test('a path that no cookie can have ends the list of prefixes', () => {
  const { setCookies, nextStep } = clear(hostOnly, '/a/b;c/d', 0);
  expect([setCookies.map(pathOf), nextStep]).toEqual([['/a', '/a/', '/'], null]);
});

test('a step beyond the last candidate starts again', () => {
  const where = { ...hostOnly, names: ['a'] };
  expect(clear(where, '/', 1)).toEqual(clear(where, '/', 0));
  expect(clear(scope, '/', 10_000)).toEqual(clear(scope, '/', 0));
});
