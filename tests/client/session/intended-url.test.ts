import { afterEach, describe, expect, test, vi } from 'vitest';
import { saveIntendedUrl } from '../../../client/src/session/intended-url.ts';
import {
  adoptIntendedUrl,
  clearIntendedUrl,
  readIntendedUrl,
  toSameOriginPath,
} from '../../../client/src/session/read-intended-url.ts';
import { stubStorage } from '../../support/fake-storage.ts';

const origin = 'https://account.skerry.example';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the intended URL', () => {
  test.each(['/profile?profile_section=BILLING', '/h/to-chrome', '/profile?a=%2F%2Fb#c'])('%s is restored', (url) => {
    expect(toSameOriginPath(url, origin)).toBe(url);
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
  ])('%s is ignored', (url) => {
    const followed = toSameOriginPath(url, origin);
    expect(followed === null || new URL(followed, origin).origin === origin).toBe(true);
    expect(followed ?? '').not.toMatch(/^\/\/|evil/);
  });

  test('expires after an hour', () => {
    vi.useFakeTimers();
    stubStorage('localStorage');
    stubStorage('sessionStorage');
    saveIntendedUrl('/profile?profile_section=BILLING');
    vi.advanceTimersByTime(3_599_000);
    expect(readIntendedUrl(origin)).toBe('/profile?profile_section=BILLING');
    vi.advanceTimersByTime(1_000);
    expect(readIntendedUrl(origin)).toBeNull();
  });

  test.each([
    ['/profile?lang=de&profile_section=BILLING', '/profile?profile_section=BILLING'],
    ['/profile?slang=1&lang=de#c', '/profile?slang=1&#c'],
    ['/profile?lang=de', '/profile'],
  ])('%s is restored as %s, in the language that the user has chosen since', (url, restored) => {
    stubStorage('localStorage');
    stubStorage('sessionStorage');
    saveIntendedUrl(url);
    expect(readIntendedUrl(origin)).toBe(restored);
  });

  test('is read in a new tab only after that tab has adopted it', () => {
    const shared = stubStorage('localStorage');
    stubStorage('sessionStorage');
    saveIntendedUrl('/profile?profile_section=BILLING');
    // Another tab: its own storage is empty.
    const tab = stubStorage('sessionStorage');
    expect(readIntendedUrl(origin)).toBeNull();
    adoptIntendedUrl();
    expect(readIntendedUrl(origin)).toBe('/profile?profile_section=BILLING');
    clearIntendedUrl();
    expect([shared.size, tab.size]).toEqual([0, 0]);
  });
});
