import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseCrossSiteRedirect, saveCrossSiteRedirect } from '../../../client/src/session/cross-site-redirect.ts';
import { clearCrossSiteRedirect, readCrossSiteRedirect } from '../../../client/src/session/read-cross-site-redirect.ts';
import { stubStorage } from '../../support/fake-storage.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the `from` parameter', () => {
  test.each([
    ['', null],
    ['from=elsewhere', null],
    ['from=chrome', { destination: 'chrome' }],
    ['from=order', { destination: 'order', pathname: '/guest-upgrade/', params: '' }],
    ['from=order/upgrade/&plan=binge-1m', { destination: 'order', pathname: '/upgrade/', params: 'plan=binge-1m' }],
  ])('%s requests the redirect %o', (query, redirect) => {
    expect(parseCrossSiteRedirect(new URLSearchParams(query))).toEqual(redirect);
  });
});

test('a redirect to another site is stored under return-trip', () => {
  const items = stubStorage('localStorage');
  const redirect = { destination: 'order', pathname: '/upgrade/', params: 'plan=binge-1m' } as const;
  saveCrossSiteRedirect(redirect);
  expect([...items.keys()]).toEqual(['return-trip']);
  expect(JSON.parse(items.get('return-trip') ?? '')).toMatchObject(redirect);
  expect(readCrossSiteRedirect()).toEqual(redirect);
  clearCrossSiteRedirect();
  expect(items.size).toBe(0);
});

test('a stored redirect expires after an hour', () => {
  vi.useFakeTimers();
  stubStorage('localStorage');
  saveCrossSiteRedirect({ destination: 'chrome' });
  vi.advanceTimersByTime(3_599_000);
  expect(readCrossSiteRedirect()).toEqual({ destination: 'chrome' });
  vi.advanceTimersByTime(1_000);
  expect(readCrossSiteRedirect()).toBeNull();
});

test.each(['', '{', 'null', '[]', '{"destination":"order"}', '{"destination":"chrome"}'])(
  'an invalid stored redirect is ignored: %s',
  (text) => {
    stubStorage('localStorage').set('return-trip', text);
    expect(readCrossSiteRedirect()).toBeNull();
  },
);
