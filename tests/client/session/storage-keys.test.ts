import { afterEach, expect, test, vi } from 'vitest';
import { forgetEmail, readSavedEmail, saveEmail } from '../../../client/src/email/saved-email.ts';
import { saveCrossSiteRedirect } from '../../../client/src/session/cross-site-redirect.ts';
import { saveIntendedUrl } from '../../../client/src/session/intended-url.ts';
import { readCrossSiteRedirect } from '../../../client/src/session/read-cross-site-redirect.ts';
import { adoptIntendedUrl, clearIntendedUrl, readIntendedUrl } from '../../../client/src/session/read-intended-url.ts';
import { saveNextToast, showSavedToast, toasts } from '../../../client/src/toasts/toast-queue.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The part of the Storage API that is used. */
function openStorage(name = 'localStorage'): Map<string, string> {
  const items = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  return items;
}

test('the email of a sign-in is stored under otc-email', () => {
  const items = openStorage();
  saveEmail('anna@example.com');
  expect([...items]).toEqual([['otc-email', 'anna@example.com']]);
  expect(readSavedEmail()).toBe('anna@example.com');
  forgetEmail();
  expect(items.size).toBe(0);
});

test('the redirect to another site is stored under return-trip', () => {
  const items = openStorage();
  const trip = { destination: 'order', pathname: '/upgrade/', params: 'plan=binge-1m' } as const;
  saveCrossSiteRedirect(trip);
  expect([...items.keys()]).toEqual(['return-trip']);
  expect(JSON.parse(items.get('return-trip') ?? '')).toMatchObject(trip);
  expect(readCrossSiteRedirect()).toEqual(trip);
});

test.each(['', '{', 'null', '[]', '{"destination":"order"}', '{"destination":"chrome"}'])(
  'an invalid stored redirect is ignored: %s',
  (text) => {
    openStorage().set('return-trip', text);
    expect(readCrossSiteRedirect()).toBeNull();
  },
);

test('a toast for the next page is stored under next-toast and shown once', () => {
  const items = openStorage();
  saveNextToast('deviceDeleted');
  expect([...items]).toEqual([['next-toast', 'deviceDeleted']]);
  showSavedToast();
  showSavedToast();
  expect(toasts.get()).toMatchObject([{ kind: 'ok', text: 'toast.deviceDeleted' }]);
  expect(items.size).toBe(0);
});

test('redirects after signing in expire after an hour', () => {
  vi.useFakeTimers();
  openStorage();
  openStorage('sessionStorage');
  const origin = 'https://account.skerry.example';
  saveCrossSiteRedirect({ destination: 'chrome' });
  saveIntendedUrl('/profile?profile_section=BILLING');
  vi.advanceTimersByTime(3_599_000);
  expect(readCrossSiteRedirect()).toEqual({ destination: 'chrome' });
  expect(readIntendedUrl(origin)).toBe('/profile?profile_section=BILLING');
  vi.advanceTimersByTime(1_000);
  expect(readCrossSiteRedirect()).toBeNull();
  expect(readIntendedUrl(origin)).toBeNull();
});

test('a new tab adopts the intended URL only if the link in the email opened it', () => {
  const shared = openStorage();
  openStorage('sessionStorage');
  const origin = 'https://account.skerry.example';
  saveIntendedUrl('/profile?profile_section=BILLING');
  // Another tab: its own storage is empty.
  const tab = openStorage('sessionStorage');
  expect(readIntendedUrl(origin)).toBeNull();
  adoptIntendedUrl();
  expect(readIntendedUrl(origin)).toBe('/profile?profile_section=BILLING');
  clearIntendedUrl();
  expect([shared.size, tab.size]).toEqual([0, 0]);
});
