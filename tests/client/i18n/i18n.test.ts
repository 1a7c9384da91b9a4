/// <reference types="vite/client" />
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../../../client/src/i18n/i18n.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // AbortSignal.timeout with fake timers.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** product.md §8: the failure is logged. The console's record is emptied, or the test would fail. */
function expectLoggedFailure(locale: string): void {
  expect(console.error).toHaveBeenCalledExactlyOnceWith('Translations could not be loaded:', locale, expect.anything());
  vi.mocked(console.error).mockClear();
}

/** A server that never responds. */
const silent = (_url: string, { signal }: { signal: AbortSignal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a request for translations times out after 120 seconds', async () => {
  vi.stubGlobal('fetch', silent);
  vi.mocked(console.error).mockImplementation(() => undefined);
  let failure: unknown;
  loadTexts('de').catch((error) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toMatchObject({ name: 'TimeoutError' });
  expectLoggedFailure('de');
});

test('falls back to English when the translations of the language fail to load', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/de') ? new Response('', { status: 404 }) : Response.json({ 'enter.title': 'Sign in' }),
  );
  vi.mocked(console.error).mockImplementation(() => undefined);
  await startI18n('de');
  expectLoggedFailure('de');
  expect(i18next.t('enter.title')).toBe('Sign in');
  expect(document.documentElement.lang).toBe('en');
});

// A printed warning would fail the test.
test('a missing text prints no warning', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('fetch', async () => Response.json({ 'enter.title': 'Anmelden' }));
  await startI18n('de');
  expect(i18next.t('enter.title')).toBe('Anmelden');
  expect(i18next.t('enter.intro')).toBe('enter.intro');
});
