import { expect, onTestFinished, test, vi } from 'vitest';
import { createRateLimiter, hashMailbox, type SharedCounter } from '../../../gateway/policy/rate-limiter.ts';

const limit = { name: 'calls', max: 2, windowMs: 60_000 };

test('allows as many requests as the limit, and returns the seconds until the next one', () => {
  let now = 0;
  const take = createRateLimiter(null, () => now);
  expect(take(limit, 'a')).toBe(0);
  now = 20_500;
  expect(take(limit, 'a')).toBe(0);
  expect(take(limit, 'a')).toBe(40);
  expect(take(limit, 'b')).toBe(0);
  expect(take({ ...limit, name: 'sign-in' }, 'a')).toBe(0);
  now = 60_000;
  expect(take(limit, 'a')).toBe(0);
});

test('shares the count with other replicas', async () => {
  let common = 0;
  const shared: SharedCounter = {
    async addToCounter(_key, _windowMs, by) {
      common += by;
      return [common, 30_000];
    },
  };
  const [one, other] = [createRateLimiter(shared), createRateLimiter(shared)];
  expect(await one(limit, 'a')).toBe(0);
  expect(await other(limit, 'a')).toBe(0);
  expect(await one(limit, 'a')).toBe(30);
  expect(await other(limit, 'a')).toBe(30);
});

test('synchronizes a wide limit in steps, and exceeds it by at most one step per replica', async () => {
  let common = 0;
  let storeCalls = 0;
  const shared: SharedCounter = {
    async addToCounter(_key, _windowMs, by) {
      storeCalls += 1;
      common += by;
      return [common, 30_000];
    },
  };
  const wide = { name: 'calls', max: 6_400, windowMs: 60_000 };
  const replicas = [createRateLimiter(shared), createRateLimiter(shared)];
  let passed = 0;
  for (let index = 0; index < 8_000; index += 1) if ((await replicas[index % 2]?.(wide, 'a')) === 0) passed += 1;
  expect(passed).toBeGreaterThanOrEqual(6_300);
  expect(passed).toBeLessThanOrEqual(6_600);
  expect(storeCalls).toBeLessThanOrEqual(80);
});

test('a limit that other replicas used up resets when their window ends', async () => {
  let now = 0;
  const shared: SharedCounter = { addToCounter: async () => [3, 30_000] };
  const take = createRateLimiter(shared, () => now);
  expect(await take(limit, 'a')).toBe(30);
  now = 14_999;
  expect(await take(limit, 'b')).toBe(30);
  const alone: SharedCounter = { addToCounter: async () => null };
  const wide = { name: 'calls', max: 128, windowMs: 60_000 };
  let responses = 0;
  const once: SharedCounter = {
    addToCounter: (...counted) => {
      responses += 1;
      return responses === 1 ? Promise.resolve([129, 10_000]) : alone.addToCounter(...counted);
    },
  };
  now = 0;
  const limited = createRateLimiter(once, () => now);
  expect(limited(wide, 'a')).toBe(0);
  // The second request sends the counts of both requests.
  expect(await limited(wide, 'a')).toBe(10);
  now = 9_999;
  expect(limited(wide, 'a')).toBe(1);
  now = 12_000;
  expect(await limited(wide, 'a')).toBe(0);
});

test('unsent counts are added to the count of other replicas', async () => {
  const wide = { name: 'calls', max: 128, windowMs: 60_000 };
  const take = createRateLimiter({ addToCounter: async () => [128, 10_000] }, () => 0);
  expect(take(wide, 'a')).toBe(0);
  expect(await take(wide, 'a')).toBe(0);
  expect(take(wide, 'a')).toBe(10);
});

test('clients and limits are counted separately, under keys that reveal neither', async () => {
  const keys: string[] = [];
  const take = createRateLimiter({
    addToCounter: async (key) => {
      keys.push(key);
      return null;
    },
  });
  await take(limit, 'a');
  await take(limit, 'b');
  await take({ ...limit, name: 'sign-in' }, 'a');
  await take(limit, 'a');
  expect(new Set(keys).size).toBe(3);
  expect(keys[3]).toBe(keys[0]);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
});

test('a window ends on time, and the next one starts with one request', () => {
  let now = 0;
  const take = createRateLimiter(null, () => now);
  for (const seconds of [0, 0, 60]) expect(take(limit, 'a')).toBe(seconds);
  now = 59_999;
  expect(take(limit, 'a')).toBe(1);
  now = 60_000;
  for (const seconds of [0, 0, 60]) expect(take(limit, 'a')).toBe(seconds);
});

test.each([-3_600_000, 3_600_000])('a step of the system clock by %i ms does not change when a window ends', (step) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const take = createRateLimiter(null);
  for (const seconds of [0, 0, 60]) expect(take(limit, 'a')).toBe(seconds);
  vi.setSystemTime(Date.now() + step);
  vi.advanceTimersByTime(59_999);
  expect(take(limit, 'a')).toBe(1);
  vi.advanceTimersByTime(1);
  expect(take(limit, 'a')).toBe(0);
});

test('the inexact sum of two times adds no second', () => {
  // 60,000 ms later is a hundred-billionth of a millisecond more.
  vi.spyOn(performance, 'now').mockReturnValue(12_345.6);
  onTestFinished(() => void vi.restoreAllMocks());
  const take = createRateLimiter(null);
  for (const seconds of [0, 0, 60]) expect(take(limit, 'a')).toBe(seconds);
});

test('expired windows are removed first, then the oldest of 15,000', () => {
  let now = 0;
  const take = createRateLimiter(null, () => now);
  const strict = { ...limit, max: 1 };
  for (let client = 0; client < 14_999; client += 1) take(strict, `old ${client}`);
  now = 30_000;
  take(strict, 'kept');
  now = 60_000;
  take(strict, 'new');
  expect(take(strict, 'kept')).toBe(30);
  for (let client = 0; client < 14_998; client += 1) take(strict, `other ${client}`);
  expect(take(strict, 'kept')).toBe(30);
  take(strict, 'one more');
  expect(take(strict, 'kept')).toBe(0);
});

test('a client that returns after its window is not the oldest entry', () => {
  let now = 0;
  const take = createRateLimiter(null, () => now);
  const strict = { ...limit, max: 1 };
  take(strict, 'back');
  now = 60_000;
  take(strict, 'older');
  now = 61_000;
  take(strict, 'back');
  for (let client = 0; client < 14_999; client += 1) take(strict, `other ${client}`);
  expect(take(strict, 'back')).toBe(60);
});

test('continues alone when the shared store fails', async () => {
  const take = createRateLimiter({ addToCounter: async () => null });
  expect(await take(limit, 'a')).toBe(0);
  expect(await take(limit, 'a')).toBe(0);
  expect(await take(limit, 'a')).toBeGreaterThan(0);
});

test('keeps a bounded number of clients', () => {
  const take = createRateLimiter(null, () => 0);
  for (let client = 0; client < 100_001; client += 1) take(limit, String(client));
  // The first client was removed, the last one was not.
  take(limit, '0');
  expect(take(limit, '0')).toBe(0);
  take(limit, '100000');
  expect(take(limit, '100000')).toBeGreaterThan(0);
});

test('many addresses do not evict the window of an e-mail', () => {
  const take = createRateLimiter(null, () => 0);
  const attempts = { name: 'attempts', max: 1, windowMs: 600_000 };
  take(attempts, hashMailbox('anna@example.com'));
  for (let client = 0; client < 100_001; client += 1) take(limit, String(client));
  expect(take(attempts, hashMailbox('anna@example.com'))).toBeGreaterThan(0);
});

test('an e-mail has one hash in every spelling, and the hash does not contain it', () => {
  expect(hashMailbox(' Anna@Example.com')).toBe(hashMailbox('anna@example.com'));
  // Full width, and the Kelvin sign.
  expect(hashMailbox('\uff41nna@example.com')).toBe(hashMailbox('anna@example.com'));
  expect(hashMailbox('\u212aim@example.com')).toBe(hashMailbox('kim@example.com'));
  expect(hashMailbox('anna@example.com')).not.toContain('anna');
});

test.each([
  ['v\u0130ctim@example.com', 'victim@example.com'],
  ['v\u0131ctim@example.com', 'VICTIM@example.com'],
  ['v\u00edctim@example.com', 'victim@example.com'],
  ['stra\u00dfe@example.com', 'STRASSE@example.com'],
  // A capital sharp s.
  ['stra\u1e9ee@example.com', 'strasse@example.com'],
  ['\u03c2@example.com', '\u03c3@example.com'],
  ['\u00f8sterg\u00e5rd@example.com', 'ostergard@example.com'],
  // An o with a stroke and an accent.
  ['\u01fe@example.com', 'o@example.com'],
  ['pawe\u0142@example.com', 'PAWEL@example.com'],
  ['\u0110or\u0111e@example.com', 'dorde@example.com'],
  ['\u0127a\u0167@example.com', 'hat@example.com'],
  ['\u00c6r\u0153@example.com', 'aeroe@example.com'],
  ['victim@example.com.', 'victim@example.com'],
  // Full stops of other scripts: a domain may be written with them.
  ['victim@example.com.\u3002\uff61\uff0e', 'victim@example.com'],
  ['anna@xn--4ca0bs.example', 'anna@\u00e4\u00f6\u00fc.example'],
  ['anna+shop@example.com', 'anna@example.com'],
  ['anna+a+b@example.com', 'ANNA+c@example.com'],
  ['an.na+shop@googlemail.com', 'anna@gmail.com'],
])('%s and %s count as one mailbox', (one, other) => {
  expect(hashMailbox(one)).toBe(hashMailbox(other));
});

test.each([
  ['anna@example.com', 'bea@example.com'],
  ['anna@example.com', 'anna@example.org'],
  ['anna@one<', 'anna@two<'],
  ['anna', 'bea'],
  ['anna@a.b.example', 'anna@ab.example'],
  ['an.na@example.com', 'anna@example.com'],
  ['anna@mail.example', 'anna@gmail.com'],
  ['anna@gmail.com', 'bea@gmail.com'],
  ['an.na@notgmail.com', 'anna@notgmail.com'],
  ['an.na@gmail.com.example', 'anna@gmail.com.example'],
])('%s and %s count as two mailboxes', (one, other) => {
  expect(hashMailbox(one)).not.toBe(hashMailbox(other));
});
