import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { takeUrlCredentials } from '../../gateway/routes/url-credentials.ts';
import type { TestGateway } from '../support/gateway.ts';
import { navigate } from '../support/send-request.ts';
import { sendJson, startUpstream, type TestUpstream } from '../support/upstream.ts';
import { cases, printable } from './cases.ts';
import { startUnlimitedGateway } from './gateway.ts';

/** Part of every token in this file. */
const mark = 'fuzzed-secret';
const permanentNames = ['token', 'permanent_access_token', 'PERMANENT_TOKEN'];
const pairNames = ['access_token', 'refresh_token'];

let upstream: TestUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startUpstream(({ url, body }, response) => {
    const path = url.split('?')[0];
    if (path === calls.signInWithPermanentToken.path && body.includes('good')) {
      return sendJson(response, 200, { access_token: `${mark}-access`, refresh_token: `${mark}-refresh` });
    }
    if (path === calls.profile.path) return sendJson(response, 200, { profile: {} });
    return sendJson(response, 401, { code: 16, message: 'no' });
  });
  gateway = await startUnlimitedGateway(upstream.origin);
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** Each character literal or percent-encoded, in either case. */
const encoded = (name: string) =>
  fc.array(fc.nat(5), { minLength: name.length, maxLength: name.length }).map((choices) =>
    [...name]
      .map((letter, index) => {
        const code = letter.charCodeAt(0).toString(16);
        return choices[index] === 0 ? `%${code}` : choices[index] === 1 ? `%${code.toUpperCase()}` : letter;
      })
      .join(''),
  );
const tokenName = fc.constantFrom(...permanentNames, ...pairNames).chain(encoded);
const secret = fc
  .tuple(
    fc.constantFrom('good', 'bad'),
    fc.string({ unit: fc.constantFrom(...'abc%+&?#=.;/\\%0d%0a é'), maxLength: 6 }),
  )
  .map(([kind, rest]) => `${mark}-${kind}${encodeURIComponent(rest)}`);
const other = fc
  .tuple(
    fc.constantFrom('error', 'next', 'return', 'url', 'x', 'lang', '', 'tokens', '?token', 'Token'),
    fc.oneof(
      fc.constantFrom('//evil.example', 'https://evil.example/', '%0d%0aLocation:%20https://evil.example', '\\\\evil'),
      fc.string({ unit: printable, maxLength: 8 }).map((text) => text.replace(/[#]/g, '')),
    ),
  )
  .map((pair) => pair.join('='));
const query = fc
  .array(
    fc.oneof(
      fc.tuple(tokenName, secret).map((pair) => pair.join('=')),
      tokenName,
      other,
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('&'));
const path = fc
  .tuple(
    fc.constantFrom(
      '/',
      '/profile',
      '/enter',
      '/payment',
      '/h/to-chrome',
      '/evil.example',
      '/@evil.example',
      '/;/',
      '/a:b',
    ),
    fc.oneof(fc.constant(''), fc.string({ unit: fc.constantFrom(...'/\\.%2ef@:;,~é'), maxLength: 6 })),
  )
  .map((parts) => encodeURI(parts.join('')).replaceAll('%25', '%'));

/** Whether the query still contains a token parameter. */
const hasToken = (search: string) =>
  [...new URLSearchParams(search).keys()].some((name) => [...permanentNames, ...pairNames].includes(name));

test('a URL with tokens never redirects to another origin, and no token stays in Location or body', async () => {
  await fc.assert(
    fc.asyncProperty(path, query, async (target, search) => {
      const response = await navigate(gateway.origin, `${target}?${search}`);
      expect(response.status).toBeLessThan(500);
      expect(response.text).not.toContain(mark);
      const { location } = response.headers;
      if (response.status === 200) expect(hasToken(search)).toBe(false);
      if (response.status !== 303) return;
      expect(typeof location).toBe('string');
      const { origin, search: left } = new URL(String(location), gateway.origin);
      expect([origin, String(location).startsWith(`${gateway.origin}/`)]).toEqual([gateway.origin, true]);
      expect([left, hasToken(left), left.includes(mark) && !search.includes(`?token=${mark}`)]).toEqual([
        left,
        false,
        false,
      ]);
    }),
    cases(2),
  );
});

test('removes exactly the credentials from a query', () => {
  fc.assert(
    fc.property(query, (search) => {
      const found = takeUrlCredentials('/profile', search);
      expect(hasToken(found?.query ?? search)).toBe(false);
      if (found === null) return;
      const kept = search.split('&').filter((part) => !hasToken(part));
      expect(found.query).toBe(kept.join('&'));
    }),
    cases(5),
  );
});
