import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';
import { RefreshLineage } from '../../../gateway/session/refresh-lineage.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { createGate } from '../../support/gate.ts';

let lineage: RefreshLineage;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 0 });
  lineage = new RefreshLineage(new CoordinationStore(null));
});
afterEach(() => vi.useRealTimers());

const network = '192.0.2.1';
const first = { access: 'access-1', refresh: 'refresh-1' };
const second = { access: 'access-2', refresh: 'refresh-2' };
const third = { access: 'access-3', refresh: 'refresh-3' };
const at = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000 - Date.now());

test('a spent token leads to its successor for 60 s', async () => {
  await lineage.recordRotation(first.refresh, second, network);
  at(59);
  expect(await lineage.read(first.refresh)).toEqual({ ended: false, isHandedOver: false, successor: second });
  at(61);
  expect(await lineage.read(first.refresh)).toEqual({ ended: false, isHandedOver: false, successor: null });
  expect(await lineage.wasSpent(first.refresh)).toBe(true);
});

test('an ended session stays ended for 120 s', async () => {
  await lineage.recordRotation(first.refresh, second, network);
  at(10);
  await lineage.recordEnd(second.refresh, network);
  at(129);
  for (const held of [first, second]) expect((await lineage.read(held.refresh)).ended).toBe(true);
  at(131);
  for (const held of [first, second]) expect((await lineage.read(held.refresh)).ended).toBe(false);
});

test('a refusal ends the session for requests received until then, with any of its tokens', async () => {
  await lineage.recordRotation(first.refresh, second, network);
  await lineage.recordRotation(second.refresh, third, network);
  at(10);
  await lineage.recordRefusal(third.refresh, network);
  for (const held of [first, second, third]) {
    const endedFor = async (receivedAt: number) => (await lineage.read(held.refresh, { receivedAt })).ended;
    expect([await endedFor(9_999), await endedFor(10_000), await endedFor(10_001)]).toEqual([true, true, false]);
  }
});

test('a session that was handed over stays so when a sign-out ends it, until its token starts a new one', async () => {
  await lineage.recordHandOver(first.refresh, network);
  await lineage.recordEnd(first.refresh, network);
  expect(await lineage.read(first.refresh)).toEqual({ ended: true, isHandedOver: true, successor: null });
  await lineage.recordStart(first.refresh, network);
  expect(await lineage.read(first.refresh)).toEqual({ ended: false, isHandedOver: false, successor: null });
});

test.each([0, 59, 61, 179, 181, 298, 299.9, 301, 3_600])(
  'an ended session stays ended when its tokens are %i s old',
  async (age) => {
    await lineage.recordRotation(first.refresh, second, network);
    at(age);
    await lineage.recordEnd(second.refresh, network);
    for (const later of [1, 4, 119]) {
      at(age + later);
      expect((await lineage.read(second.refresh)).ended).toBe(true);
    }
    // A refresh that was in flight when the session ended.
    await lineage.recordRotation(second.refresh, third, network);
    expect((await lineage.read(third.refresh)).ended).toBe(true);
  },
);

test('a sign-in that returns the token of an ended session starts a new session', async () => {
  await lineage.recordRotation(first.refresh, second, network);
  await lineage.recordEnd(second.refresh, network);
  await lineage.recordStart(second.refresh, network);
  expect(await lineage.read(second.refresh)).toEqual({ ended: false, isHandedOver: false, successor: null });
  expect(await lineage.wasSpent(second.refresh)).toBe(false);
  await lineage.recordRotation(second.refresh, third, network);
  expect(await lineage.read(second.refresh)).toEqual({ ended: false, isHandedOver: false, successor: third });
});

test('a sign-in that returns a token that was spent and refused starts a new session', async () => {
  await lineage.recordRotation(first.refresh, second, network);
  at(10);
  await lineage.recordRefusal(first.refresh, network);
  await lineage.recordStart(first.refresh, network);
  expect(await lineage.read(first.refresh, { receivedAt: Date.now() })).toEqual({
    ended: false,
    isHandedOver: false,
    successor: null,
  });
  expect(await lineage.wasSpent(first.refresh)).toBe(false);
});

test('a token counts as spent only once its successor is known', async () => {
  const seen: unknown[] = [];
  class WatchedStore extends CoordinationStore {
    override async set(...entry: Parameters<CoordinationStore['set']>): Promise<void> {
      await super.set(...entry);
      seen.push([await lineage.wasSpent(first.refresh), (await lineage.read(first.refresh)).successor]);
    }
  }
  lineage = new RefreshLineage(new WatchedStore(null));
  await lineage.recordRotation(first.refresh, second, network);
  expect(seen.at(-1)).toEqual([true, second]);
  expect(seen).not.toContainEqual([true, null]);
});

test('a refresh token that the upstream keeps is not spent', async () => {
  const kept = { access: 'access-2', refresh: first.refresh };
  await lineage.recordRotation(first.refresh, kept, network);
  expect(await lineage.read(first.refresh)).toEqual({ ended: false, isHandedOver: false, successor: kept });
  expect(await lineage.wasSpent(first.refresh)).toBe(false);
});

test('a session without a refresh token has neither ended nor a successor', async () => {
  expect(await lineage.read(null)).toEqual({ ended: false, isHandedOver: false, successor: null });
});

test('an old token leads to the newest pair, over at most eight rotations', async () => {
  const pair = (number: number) => ({ access: `access-${number}`, refresh: `refresh-${number}` });
  for (let number = 0; number < 16; number += 1)
    await lineage.recordRotation(pair(number).refresh, pair(number + 1), network);
  expect((await lineage.read('refresh-0')).successor).toEqual(pair(8));
  expect(await lineage.newestRefreshToken('refresh-8')).toBe('refresh-16');
});

test('tokens that an upstream repeats in a circle cause no endless loop', async () => {
  await lineage.recordRotation(first.refresh, second, network);
  await lineage.recordRotation(second.refresh, first, network);
  expect((await lineage.read(first.refresh)).ended).toBe(false);
});

test('ending a session by an older token ends only that token if the newer ones are unknown', async () => {
  await lineage.recordEnd(first.refresh, network);
  expect((await lineage.read(first.refresh)).ended).toBe(true);
  expect((await lineage.read(second.refresh)).ended).toBe(false);
});

test('a session past its lifetime is revoked by one caller per hour', async () => {
  expect(await lineage.claimRevocation(first.refresh, network)).toBe(true);
  at(3_599);
  expect([
    await lineage.claimRevocation(first.refresh, network),
    await lineage.claimRevocation(second.refresh, network),
  ]).toEqual([false, true]);
  at(3_600);
  expect(await lineage.claimRevocation(first.refresh, network)).toBe(true);
});

test('a successor that cannot be decrypted counts as none', async () => {
  const store = new CoordinationStore(null);
  const another = new RefreshLineage(store);
  await store.set(`next:${hashToken(first.refresh)}`, 'forged', 60_000, network);
  expect(await another.read(first.refresh)).toEqual({ ended: false, isHandedOver: false, successor: null });
});

test('forged sign-outs do not evict session families', async () => {
  const kinds = new Set<string>();
  class Watched extends CoordinationStore {
    override set(key: string, value: string, ttlMs: number) {
      kinds.add(key.split(':')[0] ?? '');
      return super.set(key, value, ttlMs, network);
    }
  }
  const watched = new RefreshLineage(new Watched(null));
  await watched.recordEnd('invented', network);
  expect([...kinds]).toEqual(['ended']);
  await watched.recordRotation(first.refresh, second, network);
  kinds.clear();
  await watched.recordEnd(second.refresh, network);
  expect([...kinds].sort()).toEqual(['ended', 'family']);
});

/** More entries of each kind than a replica keeps, of two other networks. */
const others = Array.from({ length: 6_001 }, (_, index) => ({
  pair: { access: `other-access-${index}`, refresh: `other-refresh-${index}` },
  next: { access: `next-access-${index}`, refresh: `next-refresh-${index}` },
  network: `198.51.100.${index % 2}`,
}));
type Other = (typeof others)[number];

test.each<[string, (held: RefreshLineage, other: Other) => unknown]>([
  ['ends', (held, other) => held.recordEnd(other.pair.refresh, other.network)],
  ['ends known here only', (held, other) => held.recordEndHere(other.pair.refresh, other.network)],
  ['hand-overs', (held, other) => held.recordHandOver(other.pair.refresh, other.network)],
  ['refusals', (held, other) => held.recordRefusal(other.pair.refresh, other.network)],
  ['rotations', (held, other) => held.recordRotation(other.pair.refresh, other.next, other.network)],
  ['spent tokens', (held, other) => held.recordSpent(other.pair.refresh, other.network)],
  ['starts', (held, other) => held.recordStart(other.pair.refresh, other.network)],
  ['revocations', (held, other) => held.claimRevocation(other.pair.refresh, other.network)],
])('however many of them other networks cause, nothing of a session is forgotten: %s', async (_, record) => {
  at(1);
  await lineage.recordRotation(first.refresh, second, network);
  await lineage.recordHandOver('handed-over', network);
  await lineage.recordRefusal('refused', network);
  await lineage.claimRevocation('past-lifetime', network);
  await lineage.recordEnd(second.refresh, network);
  await lineage.recordEnd('ended', network);
  for (const other of others) await record(lineage, other);
  expect(await lineage.read(first.refresh)).toEqual({ ended: true, isHandedOver: false, successor: second });
  expect(await lineage.wasSpent(first.refresh)).toBe(true);
  expect((await lineage.read('ended')).ended).toBe(true);
  expect((await lineage.read('handed-over')).isHandedOver).toBe(true);
  expect((await lineage.read('refused', { receivedAt: Date.now() })).ended).toBe(true);
  expect(await lineage.claimRevocation('past-lifetime', network)).toBe(false);
});

test.each([
  ['a token', first.refresh, first.refresh],
  ['its family, with an older token', second.refresh, first.refresh],
])('an end by %s is not forgotten while a task needs it', async (_, needed, ended) => {
  await lineage.recordRotation(first.refresh, second, network);
  await lineage.keepEnd(needed, async () => {
    await lineage.recordEnd(ended, network);
    for (let index = 0; index <= 6_000; index += 1) await lineage.recordEnd(`invented-${index}`, `network-${index}`);
    expect((await lineage.read(needed)).ended).toBe(true);
  });
  expect((await lineage.read(needed)).ended).toBe(false);
});

const long = 'x'.repeat(3_000);

test.each([
  ['reads, by both tokens', (held: RefreshLineage) => held.read(long, { network }, `${long}x`), 6_001],
  ['rotations', (held: RefreshLineage) => held.recordRotation(long, second, network), 6_000],
  ['starts', (held: RefreshLineage) => held.recordStart(long, network), 6_000],
])('4 MB of a network’s tokens wait for turns, and what comes beyond does not wait: %s', async (_, act, tokenBytes) => {
  const gate = createGate();
  let begun = 0;
  /** The first command of each waits for the gate. */
  class Held extends CoordinationStore {
    override async get(...keys: readonly string[]) {
      begun += 1;
      await gate.pass();
      return super.get(...keys);
    }
    override async set(...entry: Parameters<CoordinationStore['set']>) {
      if (entry[0].startsWith('spent:')) begun += 1;
      await gate.pass();
      return super.set(...entry);
    }
  }
  const held = new RefreshLineage(new Held(null));
  const all = Array.from({ length: 1_000 }, () => act(held));
  const room = Math.floor((4 * 1024 * 1024) / (1_024 + tokenBytes));
  expect(begun).toBe(1_000 - room);
  gate.open();
  await Promise.all(all);
});
