import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pauseMs, RedisStore } from '../../../gateway/redis/store.ts';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';
import { startRedis, type TestRedis, unobserved } from '../../support/redis.ts';

const minuteMs = 60_000;
const network = '192.0.2.1';
let redis: TestRedis;
let clients: readonly RedisStore[];
let failures: number;

beforeEach(async () => {
  failures = 0;
  redis = await startRedis();
  clients = [0, 1].map(
    () =>
      new RedisStore(
        { kind: 'server', url: redis.url },
        {
          ...unobserved,
          commandFailed() {
            failures += 1;
          },
        },
      ),
  );
  await Promise.all(clients.map((client) => client.connect()));
});
afterEach(async () => {
  for (const client of clients) client.close();
  await redis.close();
});

test('claims that a stalled Redis missed count at the other replica once it responds again', async () => {
  const [one, other] = clients.map((client) => new CoordinationStore(client));
  const claimAtOne = (key: string) => one?.claim(key, minuteMs, network, true);
  redis.freeze();
  // Redis still gets this one. The others are not sent, because it counts as down.
  expect(await claimAtOne('write:a')).toBe(true);
  expect(await Promise.all(['write:b', 'write:c'].map(claimAtOne))).toEqual([true, true]);
  redis.thaw();
  await expect.poll(() => redis.client.dbsize()).toBe(3);
  expect(await redis.client.pttl('skerry:write:b')).toBeLessThanOrEqual(minuteMs);
  expect(await other?.claim('write:b', minuteMs, network, true)).toBe(false);
  expect(await other?.claim('write:c', minuteMs, network, true)).toBe(false);
});

test('claims missed in a later stall are sent, too; each is sent once, and only on request', async () => {
  const store = new CoordinationStore(clients[0] ?? null);
  const stall = async (claim: () => Promise<boolean>) => {
    redis.freeze();
    // Redis gets this one, and counts as down from then on.
    await store.claim(`other:${randomUUID()}`, minuteMs, network);
    await claim();
    redis.thaw();
  };
  const claimsOf = (kind: string) => redis.client.keys(`skerry:${kind}:*`);
  await stall(() => store.claim('write:a', minuteMs, network, true));
  await expect.poll(() => claimsOf('write')).toEqual(['skerry:write:a']);
  await redis.client.flushall();
  await stall(() => store.claim('write:b', minuteMs, network, true));
  await expect.poll(() => claimsOf('write')).toEqual(['skerry:write:b']);
  await stall(() => store.claim('unasked:c', minuteMs, network));
  await pause(4 * pauseMs);
  expect(await claimsOf('unasked')).toEqual([]);
});

test('while Redis is down, all missed claims together cost one attempt a second', async () => {
  const store = new CoordinationStore(clients[0] ?? null);
  await redis.kill();
  await expect.poll(() => clients[0]?.ping()).toBe(false);
  for (let index = 0; index < 100; index += 1) await store.claim(`write:${index}`, minuteMs, network, true);
  const before = failures;
  await pause(3_500);
  expect(failures - before).toBeGreaterThanOrEqual(2);
  expect(failures - before).toBeLessThanOrEqual(4);
});
