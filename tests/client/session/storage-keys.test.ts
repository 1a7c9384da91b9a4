import { afterEach, expect, test, vi } from 'vitest';
import { forgetEmail, readSavedEmail, saveEmail } from '../../../client/src/email/saved-email.ts';
import { saveCrossSiteRedirect } from '../../../client/src/session/cross-site-redirect.ts';
import { readCrossSiteRedirect } from '../../../client/src/session/post-sign-in-redirect.ts';
import { saveNextToast, showSavedToast, toasts } from '../../../client/src/toasts/toast-queue.ts';

afterEach(() => vi.unstubAllGlobals());

/** The part of the Storage API that is used. */
function openStorage(): Map<string, string> {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
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
  expect(JSON.parse(items.get('return-trip') ?? '')).toEqual(trip);
  expect(readCrossSiteRedirect()).toEqual(trip);
});

test.each(['', '{', 'null', '[]', '{"destination":"order"}', '{"destination":"elsewhere"}'])(
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
