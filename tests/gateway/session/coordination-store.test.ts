import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RedisStore } from '../../../gateway/redis/store.ts';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';

const minuteMs = 60_000;
const network = '192.0.2.1';

test('forged sign-outs evict only entries of their own kind, oldest first', async () => {
  const store = new CoordinationStore(null);
  await store.set('family:anna', 'one', minuteMs, network);
  for (let index = 0; index <= 6_000; index += 1) await store.set(`ended:${index}`, 'yes', minuteMs, network);
  expect(await store.get('family:anna', 'ended:0', 'ended:1', 'ended:6000')).toEqual(['one', null, 'yes', 'yes']);
});

/** Sets more entries than a map holds: those of so many networks in turn. */
async function fill(store: CoordinationStore, kind: string, networks: number): Promise<void> {
  for (let index = 0; index < 12_000; index += 1)
    await store.set(`${kind}:${index}`, 'yes', minuteMs, `198.51.100.${index % networks}`);
}

test.each([1, 2, 16, 1_000])(
  'however many entries %i other networks have, those of a network with few stay',
  async (networks) => {
    const store = new CoordinationStore(null);
    for (const key of ['ended:a', 'ended:b']) await store.set(key, 'yes', minuteMs, network);
    await fill(store, 'ended', networks);
    expect(await store.get('ended:a', 'ended:b', 'ended:0', 'ended:11999')).toEqual(['yes', 'yes', null, 'yes']);
  },
);

test('what tasks need stays until the last of them is done, even if thousands of networks have an entry', async () => {
  const store = new CoordinationStore(null);
  const set = (value: string) => store.set('ended:a', value, minuteMs, network);
  await set('before');
  await store.keepWhile(['ended:a', 'ended:b'], async () => {
    await store.keepWhile(['ended:a'], () => fill(store, 'ended', 12_000));
    expect(await store.get('ended:a', 'ended:b')).toEqual(['before', null]);
    await set('meanwhile');
    await fill(store, 'ended', 12_000);
    expect([store.getOwn('ended:a'), ...(await store.get('ended:a'))]).toEqual(['meanwhile', 'meanwhile']);
  });
  expect(await store.get('ended:a')).toEqual([null]);
});

test('a task that fails keeps nothing any longer', async () => {
  const store = new CoordinationStore(null);
  await store.set('ended:a', 'yes', minuteMs, network);
  const failing = store.keepWhile(['ended:a'], async () => {
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  await fill(store, 'ended', 12_000);
  expect(await store.get('ended:a')).toEqual([null]);
});

test.each([
  ['next', 8],
  ['family', 4],
])('entries of the kind %s take %i MB at most', async (kind, megabytes) => {
  const store = new CoordinationStore(null);
  const value = 'x'.repeat(1024 * 1024);
  for (let index = 0; index <= megabytes; index += 1) await store.set(`${kind}:${index}`, value, minuteMs, network);
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
    await store.set('next:a', 'one', 1_000, network);
    vi.advanceTimersByTime(999);
    expect(await store.get('next:a')).toEqual(['one']);
    vi.advanceTimersByTime(1);
    expect(await store.get('next:a')).toEqual([null]);
  });

  test('a value that a task needs is kept until it expires', async () => {
    const store = new CoordinationStore(null);
    await store.keepWhile(['next:a'], async () => {
      await store.set('next:a', 'one', 1_000, network);
      vi.advanceTimersByTime(1_000);
      expect(await store.get('next:a')).toEqual([null]);
    });
  });

  test.each([-3_600_000, 3_600_000])(
    'a step of the system clock by %i ms does not change when it expires',
    async (step) => {
      const store = new CoordinationStore(null);
      await store.set('next:a', 'one', 1_000, network);
      vi.setSystemTime(Date.now() + step);
      vi.advanceTimersByTime(999);
      expect(await store.get('next:a')).toEqual(['one']);
      vi.advanceTimersByTime(1);
      expect(await store.get('next:a')).toEqual([null]);
    },
  );

  test('a key can be claimed once until the claim expires', async () => {
    const store = new CoordinationStore(null);
    expect([await store.claim('revoked:a', 1_000, network), await store.claim('revoked:a', 1_000, network)]).toEqual([
      true,
      false,
    ]);
    vi.advanceTimersByTime(1_000);
    expect(await store.claim('revoked:a', 1_000, network)).toBe(true);
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
    await store.set('next:kept', 'kept', 60_000, network);
    const value = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 6; index += 1) await store.set(`next:${index}`, value, 1_000, network);
    vi.advanceTimersByTime(10_000);
    for (let index = 20; index < 26; index += 1) await store.set(`next:${index}`, value, 60_000, network);
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
    await store.set('next:a', 'own a', minuteMs, network);
    await store.set('next:b', 'own b', minuteMs, network);
    expect(await store.get('next:a', 'next:b')).toEqual(['theirs', 'own b']);
  });

  test.each([
    ['wins over an emptied one in Redis if Redis could not store it', false, '', 'own'],
    ['does not win over an emptied one if Redis had stored it: that one is newer', true, '', ''],
    ['does not win over a value of another replica', false, 'theirs', 'theirs'],
  ])('an own value %s', async (_, stored, inRedis, expected) => {
    const store = new CoordinationStore(redisThat({ set: stored, get: [inRedis] }));
    await store.set('ended:a', 'own', minuteMs, network);
    expect(await store.get('ended:a')).toEqual([expected]);
  });

  test('an own value wins over an emptied one in Redis until Redis has stored it', async () => {
    const store = new CoordinationStore(redisThat({ set: new Promise(() => undefined), get: ['', ''] }));
    void store.set('ended:a', 'own', minuteMs, network);
    expect(await store.get('ended:a', 'ended:b')).toEqual(['own', '']);
  });

  test('a claim of another replica counts', async () => {
    expect(
      await new CoordinationStore(redisThat({ acquireLease: 'theirs' })).claim('revoked:a', minuteMs, network),
    ).toBe(false);
    expect(
      await new CoordinationStore(redisThat({ acquireLease: undefined })).claim('revoked:a', minuteMs, network),
    ).toBe(true);
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
