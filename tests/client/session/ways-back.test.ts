import { describe, expect, test } from 'vitest';
import { sameSiteAddress } from '../../../client/src/session/intended-url.ts';
import { orderAddress } from '../../../client/src/session/kept-trip.ts';
import { readReturnTrip } from '../../../client/src/session/return-trip.ts';

const origin = 'https://account.skerry.example';
const orderPage = 'https://order.skerry.example/checkout/';

describe('the address that was wanted', () => {
  test.each(['/profile?profile_section=BILLING', '/h/to-chrome', '/profile?a=%2F%2Fb#c'])('%s is kept', (address) => {
    expect(sameSiteAddress(address, origin)).toBe(address);
  });

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
  ])('%s is not followed', (address) => {
    const followed = sameSiteAddress(address, origin);
    expect(followed === null || new URL(followed, origin).origin === origin).toBe(true);
    expect(followed ?? '').not.toMatch(/^\/\/|evil/);
  });
});

describe('from', () => {
  const read = (query: string) => readReturnTrip(new URLSearchParams(query));

  test.each([
    ['', null],
    ['from=elsewhere', null],
    ['from=chrome', { destination: 'chrome' }],
    ['from=order', { destination: 'order', pathname: '/guest-upgrade/', params: '' }],
    ['from=order/upgrade/&plan=binge-1m', { destination: 'order', pathname: '/upgrade/', params: 'plan=binge-1m' }],
  ])('%s is the trip %o', (query, trip) => {
    expect(read(query)).toEqual(trip);
  });

  test('leads to the order page with the parameters that came along', () => {
    const trip = { destination: 'order', pathname: '/upgrade/?a=1', params: 'plan=binge-1m&utm_source=mail' } as const;
    expect(orderAddress(trip, orderPage)).toBe(
      'https://order.skerry.example/upgrade/?a=1&plan=binge-1m&utm_source=mail',
    );
  });

  test.each(['//evil.example/', 'https://evil.example/', '\\\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    (pathname) => {
      expect(orderAddress({ destination: 'order', pathname, params: '' }, orderPage)).toBeNull();
    },
  );
});
