import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scrollToTopSoon } from '../../../../client/src/app/layouts/use-scroll-to-top.ts';

const places: number[][] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', (...place: number[]) => places.push(place));
});
afterEach(() => {
  places.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('scrolls a new screen to its top after 50 ms', () => {
  scrollToTopSoon();
  vi.advanceTimersByTime(49);
  expect(places).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(places).toEqual([[0, 0]]);
});

test('does not scroll after the screen was left', () => {
  scrollToTopSoon()();
  vi.advanceTimersByTime(1000);
  expect(places).toEqual([]);
});
