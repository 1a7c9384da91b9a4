import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduleDebounced } from '../../../../client/src/features/router-setup/use-debounced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs 400 ms after the last key', () => {
  const run = vi.fn();
  scheduleDebounced(run);
  vi.advanceTimersByTime(399);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

test('starts over with the next key', () => {
  const first = vi.fn();
  const second = vi.fn();
  const takeBack = scheduleDebounced(first);
  vi.advanceTimersByTime(399);
  takeBack();
  scheduleDebounced(second);
  vi.advanceTimersByTime(399);
  expect(first).not.toHaveBeenCalled();
  expect(second).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});
