import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSize } from '../../../client/src/ui/use-on-resize.ts';

let browserWindow: EventTarget;
let calls = 0;
const callBack = () => {
  calls += 1;
};
const resize = () => browserWindow.dispatchEvent(new Event('resize'));

beforeEach(() => {
  calls = 0;
  vi.useFakeTimers();
  browserWindow = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    vi.stubGlobal(name, browserWindow[name].bind(browserWindow));
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reports the size 150 ms after the last resize', () => {
  watchSize(callBack);
  resize();
  vi.advanceTimersByTime(149);
  resize();
  vi.advanceTimersByTime(149);
  expect(calls).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls).toBe(1);
});

test('does not call back after it was stopped', () => {
  const end = watchSize(callBack);
  resize();
  end();
  resize();
  vi.advanceTimersByTime(1000);
  expect(calls).toBe(0);
});
