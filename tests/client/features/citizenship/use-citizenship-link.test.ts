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

test('on a phone the link is opened after 300 ms', () => {
  openLinkSoon('https://diia.example/one');
  vi.advanceTimersByTime(299);
  expect(opened).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened).toEqual(['https://diia.example/one']);
});

test('a link whose dialog is closed before is not opened', () => {
  const takeBack = openLinkSoon('https://diia.example/one');
  vi.advanceTimersByTime(299);
  takeBack();
  vi.advanceTimersByTime(1000);
  expect(opened).toEqual([]);
});
