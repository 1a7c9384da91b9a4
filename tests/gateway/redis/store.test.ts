import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { RedisStore } from '../../../gateway/redis/store.ts';
import { startRedis, type TestRedis, unobserved } from '../../support/redis.ts';

let redis: TestRedis;
let store: RedisStore;
let failures: number;

beforeEach(async () => {
  failures = 0;
  redis = await startRedis();
  store = new RedisStore(
    { kind: 'server', url: redis.url },
    {
      ...unobserved,
      commandFailed() {
        failures += 1;
      },
    },
  );
  await store.connect();
});
afterEach(async () => {
  store.close();
  await redis.close();
});

describe('with Redis', () => {
  test('values are stored under a prefix until they expire', async () => {
    expect(await store.set('next:a', 'sealed', 60_000)).toBe(true);
    expect(await store.get(['next:a', 'next:b'])).toEqual(['sealed', null]);
    expect(await redis.client.keys('*')).toEqual(['skerry:next:a']);
    const left = await redis.client.pttl('skerry:next:a');
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    expect(failures).toBe(0);
  });

  test('a lease belongs to the first caller; only its owner can extend or release it', async () => {
    expect(await store.acquireLease('lease:a', 'one', 60_000)).toBe('one');
    expect(await store.acquireLease('lease:a', 'two', 60_000)).toBe('one');
    const left = () => redis.client.pttl('skerry:lease:a');
    expect(await left()).toBeLessThanOrEqual(60_000);
    await store.extendLease('lease:a', 'two', 120_000);
    expect(await left()).toBeLessThanOrEqual(60_000);
    await store.extendLease('lease:a', 'one', 120_000);
    expect(await left()).toBeGreaterThan(60_000);
    await store.releaseLease('lease:a', 'two');
    expect(await redis.client.get('skerry:lease:a')).toBe('one');
    await store.releaseLease('lease:a', 'one');
    expect(await store.acquireLease('lease:a', 'two', 60_000)).toBe('two');
  });

  test('a counter adds up within its window, which later counts do not extend', async () => {
    const [count, left] = (await store.addToCounter('rate:a', 60_000, 3)) ?? [];
    expect(count).toBe(3);
    expect(left).toBeGreaterThan(50_000);
    await redis.client.pexpire('skerry:rate:a', 1_000);
    const [later, leftThen] = (await store.addToCounter('rate:a', 60_000, 2)) ?? [];
    expect(later).toBe(5);
    expect(leftThen).toBeLessThanOrEqual(1_000);
  });

  test('a ping succeeds, and no failure is reported', async () => {
    expect(await store.ping()).toBe(true);
    // Further back than this process runs.
    expect(store.hasFailedSince(-60_000)).toBe(false);
  });
});

describe('without Redis', () => {
  test('commands return nothing and never throw, and each failure is counted', async () => {
    const before = performance.now();
    await redis.kill();
    await expect.poll(() => store.hasFailedSince(before)).toBe(true);
    expect(await store.get(['a'])).toBeUndefined();
    expect(await store.acquireLease('lease:a', 'one', 1_000)).toBeUndefined();
    expect(await store.addToCounter('rate:a', 1_000, 1)).toBeNull();
    expect(await store.ping()).toBe(false);
    expect(await store.set('a', 'b', 1_000)).toBe(false);
    await store.extendLease('lease:a', 'one', 1_000);
    await store.releaseLease('lease:a', 'one');
    expect(failures).toBe(7);
    expect(store.hasFailedSince(performance.now() + 1)).toBe(false);
  });

  test('the first slow command waits less than a second, the following ones fail at once, then Redis is tried again', async () => {
    redis.freeze();
    const started = performance.now();
    expect(await store.get(['a'])).toBeUndefined();
    const waited = performance.now() - started;
    expect(waited).toBeGreaterThan(700);
    expect(waited).toBeLessThan(3_000);
    const later = performance.now();
    expect(await store.get(['a'])).toBeUndefined();
    expect(performance.now() - later).toBeLessThan(100);
    redis.thaw();
    // The circuit is still open.
    expect(await store.get(['a'])).toBeUndefined();
    expect(failures).toBe(3);
    await pause(1_000);
    await expect.poll(() => store.get(['a'])).toEqual([null]);
    expect(await store.get(['a'])).toEqual([null]);
  });

  test('after the pause a single command is tried; the others do not wait for it', async () => {
    redis.freeze();
    await store.get(['a']);
    await pause(1_050);
    const trial = store.get(['a']);
    const started = performance.now();
    expect(await store.get(['a'])).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(100);
    redis.thaw();
    expect(await trial).toEqual([null]);
  });

  test('a failure counts from the millisecond in which it happened', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await redis.kill();
    await store.ping();
    expect(store.hasFailedSince(performance.now())).toBe(true);
    expect(store.hasFailedSince(performance.now() + 1)).toBe(false);
  });

  test('a system clock that steps back delays neither the next command nor the trust after a failure', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    redis.freeze();
    expect(await store.get(['a'])).toBeUndefined();
    redis.thaw();
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => store.get(['a'])).toEqual([null]);
    expect(store.hasFailedSince(performance.now())).toBe(false);
  });

  test('a closed store does not reconnect', async () => {
    store.close();
    await store.connect();
    expect(await store.ping()).toBe(false);
    // A reconnect would be tried after a second.
    await pause(1_200);
    await expect.poll(async () => (await redis.client.info('clients')).match(/connected_clients:(\d+)/)?.[1]).toBe('1');
  });
});

test('writes to a server that stays a replica reconnect once a second at most', async () => {
  const countConnections = async () =>
    Number(/total_connections_received:(\d+)/.exec(await redis.client.info('stats'))?.[1]);
  const before = await countConnections();
  // Nothing listens there.
  await redis.client.replicaof('127.0.0.1', 1);
  const until = performance.now() + 3_000;
  while (performance.now() < until) {
    expect(await store.set('a', 'b', 1_000)).toBe(false);
    await pause(5);
  }
  const reconnects = (await countConnections()) - before;
  expect(reconnects).toBeGreaterThan(0);
  expect(reconnects).toBeLessThanOrEqual(4);
});

/** A server that accepts every command and responds to those that read with the given bytes. */
async function startOddRedis(response: string): Promise<RedisStore> {
  const info = 'redis_version:7.0.0';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const [, command = ''] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        if (command === 'info') socket.write(`$${info.length}\r\n${info}\r\n`);
        else socket.write(/^(mget|eval)/.test(command) ? response : '+OK\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const odd = new RedisStore({ kind: 'server', url }, unobserved);
  onTestFinished(() => {
    odd.close();
    server.close();
  });
  await odd.connect();
  return odd;
}

test.each([
  ['lists', '*2\r\n*1\r\n:1\r\n*0\r\n', [null, null]],
  ['numbers', '*2\r\n:1\r\n$1\r\na\r\n', [null, 'a']],
  ['too few', '*1\r\n$1\r\na\r\n', ['a', null]],
  ['no list', '+OK\r\n', [null, null]],
  ['nothing', '*-1\r\n', [null, null]],
])('values that are not texts count as absent: %s', async (_, response, values) => {
  const odd = await startOddRedis(response);
  expect(await odd.get(['next:a', 'next:b'])).toEqual(values);
  expect([undefined, 'OK']).toContain(await odd.acquireLease('lease:a', 'one', 1_000));
});

test('commands beyond 1,000 wait for their turn', async () => {
  const responses = await Promise.all(Array.from({ length: 2_000 }, () => store.get(['next:none'])));
  expect(responses.filter((response) => response === undefined)).toEqual([]);
});

test('a command beyond 2,000 that wait fails at once: those behind it would wait in memory', async () => {
  const silent = await startOddRedis('');
  const waiting = Array.from({ length: 2_000 }, () => silent.get(['next:a']));
  expect(
    await Promise.race([silent.get(['next:b']), ...waiting.map((each) => each.then(() => 'late'))]),
  ).toBeUndefined();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]));
});
