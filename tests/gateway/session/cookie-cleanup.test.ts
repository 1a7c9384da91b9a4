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
const maxBytes = 1_920;
const scope = { names, host, domains: domainsToClear(host, domain), domain, secure: true, maxBytes };
/** Without partitioned cookies. */
const hostOnly = { names: ['access_token'], host: 'localhost', domains: [null], domain: null, secure: false, maxBytes };
const pathOf = (setCookie: string) => /Path=([^;]*)/.exec(setCookie)?.[1];
const call = '/web/v1/profile';
type Scope = typeof scope | typeof hostOnly;

const clear = (
  where: Scope,
  requestPath: string,
  step: number | null = 0,
  doubled: readonly string[] = where.names,
) => {
  const { foreign, own, nextStep } = clearDuplicates(new Set(doubled), where, requestPath, step);
  const setCookies = [...foreign, ...own];
  expect(setCookies.join('').length).toBeLessThanOrEqual(where.maxBytes);
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

test('the partitioned cookies of the gateway’s own place come last', () => {
  const places = countForeign(scope, 7) / names.length;
  // The other half of a response begins anywhere.
  for (let count = 0; count < 30; count += 1)
    expect(clear(scope, call, (places - 1) * names.length).own).toHaveLength(names.length);
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

test.each([0, 30, 60, 83, 84, 10_000, null])(
  'with a counter that stays at %s, responses clear every candidate in the end, too, but no cookie of the gateway',
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

test('where all fit into one response, it clears them all, wherever it begins', () => {
  const where = { ...scope, names: ['a'], domains: [null, domain] };
  for (let step = 0; step < 14; step += 1) {
    const { setCookies, own, nextStep } = clear(where, '/ab', step);
    expect(nextStep).toBeNull();
    expect(setCookies.length).toBe(11);
    expect(new Set(setCookies).size).toBe(11);
    // A browser that does not know partitioned cookies deletes the gateway's own.
    expect(own).toEqual(['a=; Max-Age=0; Domain=skerry.example; Path=/; Secure; Partitioned']);
  }
});

test('a partitioned cookie of the same name is cleared, too, where browsers accept one', () => {
  const clearRoot = (secure: boolean) =>
    clear({ ...scope, names: ['a'], domains: [null, domain], secure }, '/').setCookies.toSorted();
  expect(clearRoot(true)).toEqual([
    'a=; Max-Age=0; Domain=skerry.example; Path=/; Secure; Partitioned',
    'a=; Max-Age=0; Path=/; Secure',
    'a=; Max-Age=0; Path=/; Secure; Partitioned',
  ]);
  expect(clearRoot(false)).toEqual(['a=; Max-Age=0; Path=/']);
});

test('where no other place is possible, there is nothing to clear', () => {
  expect(clear(hostOnly, '/')).toEqual({ foreign: [], own: [], setCookies: [], nextStep: null });
});

test.each([
  [512, ['longest', 'longest/']],
  [513, []],
])('of prefixes with %i bytes, only those of up to 512 are cleared', (bytes, paths) => {
  const path = `/${'b'.repeat(bytes - 1)}`;
  const { all } = clearInSteps(hostOnly, path);
  expect(Array.from(all, (line) => pathOf(line)?.replace(path, 'longest')).toSorted()).toEqual(paths);
});

test('each half of a response has room for the longest prefix, and the steps pass it', () => {
  const where = { ...scope, names: ['refresh_token'], domains: [null, `${'d'.repeat(55)}.example`] };
  const { all } = clearInSteps(where, `/a/${'b'.repeat(509)}/c`);
  expect(all.size).toBe(countForeign({ ...where, domain: `${'d'.repeat(55)}.example` }, 5) + 1);
});

test('a path that no cookie can have ends the list of prefixes', () => {
  const { setCookies, nextStep } = clear(hostOnly, '/a/b;c/d');
  expect([setCookies.map(pathOf).toSorted(), nextStep]).toEqual([['/a', '/a/'], null]);
});
