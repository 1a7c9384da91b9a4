import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openApp } from '../../../client/src/app-link/open-app.ts';

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const page = new Page();
  const window = new EventTarget();
  const opened: string[] = [];
  const result = openApp('skerry://pair?token=1', { page, window, open: (link) => opened.push(link) });
  return { page, window, opened, result };
}

test('opens the link at once, and reports a missing app after 200 ms without a reaction', async () => {
  const { opened, result } = start();
  expect(opened).toEqual(['skerry://pair?token=1']);
  let found: boolean | undefined;
  void result.then((value) => {
    found = value;
  });
  await vi.advanceTimersByTimeAsync(199);
  expect(found).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toBe(false);
});

test.each(['blur', 'pagehide'])('the event %s means that the app opened', async (type) => {
  const { window, result } = start();
  window.dispatchEvent(new Event(type));
  expect(await result).toBe(true);
});

test('a hidden page means that the app opened', async () => {
  const { page, result } = start();
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(await result).toBe(true);
});

test('later events do not change the result', async () => {
  const { window, result } = start();
  await vi.advanceTimersByTimeAsync(200);
  window.dispatchEvent(new Event('blur'));
  expect(await result).toBe(false);
});
