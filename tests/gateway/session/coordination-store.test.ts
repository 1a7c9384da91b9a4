import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RedisStore } from '../../../gateway/redis/store.ts';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';

const minuteMs = 60_000;

test('forged sign-outs evict only entries of their own kind, oldest first', async () => {
  const store = new CoordinationStore(null);
  await store.set('family:anna', 'one', minuteMs);
  for (let index = 0; index <= 6_000; index += 1) await store.set(`ended:${index}`, 'yes', minuteMs);
  expect(await store.get('family:anna', 'ended:0', 'ended:1', 'ended:6000')).toEqual(['one', null, 'yes', 'yes']);
});

test.each([
  ['next', 8],
  ['family', 4],
])('entries of the kind %s take %i MB at most', async (kind, megabytes) => {
  const store = new CoordinationStore(null);
  const value = 'x'.repeat(1024 * 1024);
  for (let index = 0; index <= megabytes; index += 1) await store.set(`${kind}:${index}`, value, minuteMs);
  const found = await store.get(`${kind}:0`, `${kind}:1`, `${kind}:2`, `${kind}:${megabytes}`);
  // The keys take bytes, too.
  expect(found.map((text) => text?.length ?? 0)).toEqual([0, 0, value.length, value.length]);
});

describe('without Redis', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 0 });
  });
  afterEach(() => vi.useRealTimers());

  test('a value is kept until it expires', async () => {
    const store = new CoordinationStore(null);
    await store.set('next:a', 'one', 1_000);
    vi.advanceTimersByTime(999);
    expect(await store.get('next:a')).toEqual(['one']);
    vi.advanceTimersByTime(1);
    expect(await store.get('next:a')).toEqual([null]);
  });

  test.each([-3_600_000, 3_600_000])(
    'a step of the system clock by %i ms does not change when it expires',
    async (step) => {
      const store = new CoordinationStore(null);
      await store.set('next:a', 'one', 1_000);
      vi.setSystemTime(Date.now() + step);
      vi.advanceTimersByTime(999);
      expect(await store.get('next:a')).toEqual(['one']);
      vi.advanceTimersByTime(1);
      expect(await store.get('next:a')).toEqual([null]);
    },
  );

  test('a key can be claimed once until the claim expires', async () => {
    const store = new CoordinationStore(null);
    expect([await store.claim('revoked:a', 1_000), await store.claim('revoked:a', 1_000)]).toEqual([true, false]);
    vi.advanceTimersByTime(1_000);
    expect(await store.claim('revoked:a', 1_000)).toBe(true);
  });

  test('leases always succeed, and no failure is reported', async () => {
    const store = new CoordinationStore(null);
    expect(await store.acquireLease('lease:a', 'one', 1_000)).toBe('one');
    await store.extendLease('lease:a', 'one', 1_000);
    await store.releaseLease('lease:a', 'one');
    expect(store.hasFailedSince(0)).toBe(false);
  });

  test('expired values are evicted within ten seconds', async () => {
    const store = new CoordinationStore(null);
    await store.set('next:kept', 'kept', 60_000);
    const value = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 6; index += 1) await store.set(`next:${index}`, value, 1_000);
    vi.advanceTimersByTime(10_000);
    for (let index = 20; index < 26; index += 1) await store.set(`next:${index}`, value, 60_000);
    expect((await store.get('next:kept'))[0]).toBe('kept');
  });
});

/** A Redis store with these responses; undefined is a failure. */
const redisThat = (responses: Partial<Record<keyof RedisStore, unknown>>) =>
  Object.fromEntries(
    Object.entries(responses).map(([name, response]) => [name, () => response]),
  ) as unknown as RedisStore;

describe('with Redis', () => {
  test('its values take precedence over local copies, which are used if it has none', async () => {
    const store = new CoordinationStore(redisThat({ set: true, get: ['theirs', null] }));
    await store.set('next:a', 'own a', minuteMs);
    await store.set('next:b', 'own b', minuteMs);
    expect(await store.get('next:a', 'next:b')).toEqual(['theirs', 'own b']);
  });

  test.each([
    ['wins over an emptied one in Redis if Redis could not store it', false, '', 'own'],
    ['does not win over an emptied one if Redis had stored it: that one is newer', true, '', ''],
    ['does not win over a value of another replica', false, 'theirs', 'theirs'],
  ])('an own value %s', async (_, stored, inRedis, expected) => {
    const store = new CoordinationStore(redisThat({ set: stored, get: [inRedis] }));
    await store.set('ended:a', 'own', minuteMs);
    expect(await store.get('ended:a')).toEqual([expected]);
  });

  test('an own value wins over an emptied one in Redis until Redis has stored it', async () => {
    const store = new CoordinationStore(redisThat({ set: new Promise(() => undefined), get: ['', ''] }));
    void store.set('ended:a', 'own', minuteMs);
    expect(await store.get('ended:a', 'ended:b')).toEqual(['own', '']);
  });

  test('a claim of another replica counts', async () => {
    expect(await new CoordinationStore(redisThat({ acquireLease: 'theirs' })).claim('revoked:a', minuteMs)).toBe(false);
    expect(await new CoordinationStore(redisThat({ acquireLease: undefined })).claim('revoked:a', minuteMs)).toBe(true);
  });

  test.each([true, false])('reports the failure state of the store: %s', (hasFailedSince) => {
    expect(new CoordinationStore(redisThat({ hasFailedSince })).hasFailedSince(0)).toBe(hasFailedSince);
  });

  test('leases are extended and released in Redis', async () => {
    const sent: unknown[][] = [];
    const note = (...command: unknown[]) => sent.push(command);
    const store = new CoordinationStore({ extendLease: note, releaseLease: note } as unknown as RedisStore);
    await store.extendLease('lease:a', 'one', 3_000);
    await store.releaseLease('lease:a', 'one');
    expect(sent).toEqual([
      ['lease:a', 'one', 3_000],
      ['lease:a', 'one'],
    ]);
  });
});
