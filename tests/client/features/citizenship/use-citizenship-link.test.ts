import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLinkSoon } from '../../../../client/src/features/citizenship/use-citizenship-link.ts';

const opened: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { assign: (url: string) => opened.push(url) });
});
afterEach(() => {
  opened.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('opens the link after 300 ms', () => {
  openLinkSoon('https://diia.example/one');
  vi.advanceTimersByTime(299);
  expect(opened).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened).toEqual(['https://diia.example/one']);
});

test('does not open the link after the dialog was closed', () => {
  const takeBack = openLinkSoon('https://diia.example/one');
  vi.advanceTimersByTime(299);
  takeBack();
  vi.advanceTimersByTime(1000);
  expect(opened).toEqual([]);
});
