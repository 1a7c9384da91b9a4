import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from '../../../gateway/upstream/deadlines.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const watch = () => {
  const watched = {
    expired: 0,
    expire() {
      watched.expired += 1;
    },
  };
  return watched;
};

test('what is not over in time expires once, at its time and not before', () => {
  const deadlines = new Deadlines(1_000, Date.now);
  const slow = watch();
  const deadline = deadlines.begin(slow);
  vi.advanceTimersByTime(999);
  expect(slow.expired).toBe(0);
  vi.advanceTimersByTime(1);
  expect(slow.expired).toBe(1);
  deadline.end();
  vi.advanceTimersByTime(10_000);
  expect(slow.expired).toBe(1);
});

test('what was over in time never expires, and what takes its place has the whole length', () => {
  const deadlines = new Deadlines(1_000, Date.now);
  const [quick, slow] = [watch(), watch()];
  const first = deadlines.begin(quick);
  vi.advanceTimersByTime(400);
  first.end();
  vi.advanceTimersByTime(300);
  expect(deadlines.begin(slow)).toBe(first);
  vi.advanceTimersByTime(999);
  expect([quick.expired, slow.expired]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect([quick.expired, slow.expired]).toEqual([0, 1]);
});

test('one that lay idle for longer than its length works again', () => {
  const deadlines = new Deadlines(1_000, Date.now);
  deadlines.begin(watch()).end();
  vi.advanceTimersByTime(5_000);
  const slow = watch();
  deadlines.begin(slow);
  vi.advanceTimersByTime(1_000);
  expect(slow.expired).toBe(1);
});

test('there are no more timers than things under way at the same time', () => {
  const deadlines = new Deadlines(1_000, Date.now);
  for (let round = 0; round < 50; round += 1) {
    const running = [deadlines.begin(watch()), deadlines.begin(watch())];
    vi.advanceTimersByTime(7);
    for (const deadline of running) deadline.end();
  }
  expect(vi.getTimerCount()).toBe(2);
});

test('one that is ended twice serves one thing at a time all the same', () => {
  const deadlines = new Deadlines(1_000, Date.now);
  const first = deadlines.begin(watch());
  first.end();
  first.end();
  const [one, other] = [watch(), watch()];
  expect(deadlines.begin(one)).not.toBe(deadlines.begin(other));
  vi.advanceTimersByTime(1_000);
  expect([one.expired, other.expired]).toEqual([1, 1]);
});
