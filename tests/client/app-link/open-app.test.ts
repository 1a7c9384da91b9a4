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

test('the link is opened at once, and a page that nothing happens to has no app after 200 ms', async () => {
  const { opened, result } = start();
  expect(opened).toEqual(['skerry://pair?token=1']);
  let answer: boolean | undefined;
  void result.then((value) => {
    answer = value;
  });
  await vi.advanceTimersByTimeAsync(199);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(answer).toBe(false);
});

test.each(['blur', 'pagehide'])('a window that gets %s has opened the app', async (type) => {
  const { window, result } = start();
  window.dispatchEvent(new Event(type));
  expect(await result).toBe(true);
});

test('a page that is hidden has opened the app', async () => {
  const { page, result } = start();
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(await result).toBe(true);
});

test('what happens after the wait changes nothing', async () => {
  const { window, result } = start();
  await vi.advanceTimersByTimeAsync(200);
  window.dispatchEvent(new Event('blur'));
  expect(await result).toBe(false);
});
