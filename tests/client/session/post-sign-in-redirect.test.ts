import { describe, expect, test } from 'vitest';
import { parseCrossSiteRedirect } from '../../../client/src/session/cross-site-redirect.ts';
import { buildOrderUrl } from '../../../client/src/session/post-sign-in-redirect.ts';
import { toSameSitePath } from '../../../client/src/session/read-intended-url.ts';

const origin = 'https://account.skerry.example';
const orderPage = 'https://order.skerry.example/checkout/';

describe('the intended address', () => {
  test.each(['/profile?profile_section=BILLING', '/h/to-chrome', '/profile?a=%2F%2Fb#c'])(
    '%s is restored',
    (address) => {
      expect(toSameSitePath(address, origin)).toBe(address);
    },
  );

  test.each([
    'https://evil.example/profile',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '\\/evil.example',
    'javascript:alert(1)',
    'profile',
    '',
    '/\t/evil.example',
  ])('%s is ignored', (address) => {
    const followed = toSameSitePath(address, origin);
    expect(followed === null || new URL(followed, origin).origin === origin).toBe(true);
    expect(followed ?? '').not.toMatch(/^\/\/|evil/);
  });
});

describe('from', () => {
  const read = (query: string) => parseCrossSiteRedirect(new URLSearchParams(query));

  test.each([
    ['', null],
    ['from=elsewhere', null],
    ['from=chrome', { destination: 'chrome' }],
    ['from=order', { destination: 'order', pathname: '/guest-upgrade/', params: '' }],
    ['from=order/upgrade/&plan=binge-1m', { destination: 'order', pathname: '/upgrade/', params: 'plan=binge-1m' }],
  ])('%s is the redirect %o', (query, trip) => {
    expect(read(query)).toEqual(trip);
  });

  test('redirects to the order page with the parameters of the address', () => {
    const trip = { destination: 'order', pathname: '/upgrade/?a=1', params: 'plan=binge-1m&utm_source=mail' } as const;
    expect(buildOrderUrl(trip, orderPage)).toBe(
      'https://order.skerry.example/upgrade/?a=1&plan=binge-1m&utm_source=mail',
    );
  });

  test.each(['//evil.example/', 'https://evil.example/', '\\\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    (pathname) => {
      expect(buildOrderUrl({ destination: 'order', pathname, params: '' }, orderPage)).toBeNull();
    },
  );
});
