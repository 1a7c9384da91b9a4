import { expect, test } from 'vitest';
import { buildOrderUrl } from '../../../client/src/session/post-sign-in-redirect.ts';

const orderPage = 'https://order.skerry.example/checkout/';

test('redirects to the order page with the parameters of the URL', () => {
  const redirect = {
    destination: 'order',
    pathname: '/upgrade/?a=1',
    params: 'plan=binge-1m&utm_source=mail',
  } as const;
  expect(buildOrderUrl(redirect, orderPage)).toBe(
    'https://order.skerry.example/upgrade/?a=1&plan=binge-1m&utm_source=mail',
  );
});

test.each(['//evil.example/', 'https://evil.example/', '\\\\evil.example', 'javascript:alert(1)'])(
  'never leads to %s',
  (pathname) => {
    expect(buildOrderUrl({ destination: 'order', pathname, params: '' }, orderPage)).toBeNull();
  },
);
