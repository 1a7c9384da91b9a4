import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PerformanceEntry } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSharedLookup } from '../../../gateway/http/shared-lookup.ts';
import { observeLookups } from '../../support/lookups.ts';

let lookups: readonly PerformanceEntry[];
beforeEach(() => {
  lookups = observeLookups();
});

/** Keeps the four threads that look names up waiting for a pipe, until the returned function is called. */
async function blockThreads(): Promise<() => void> {
  const directory = await mkdtemp(join(tmpdir(), 'threads-'));
  const pipe = join(directory, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const readers = Array.from({ length: 4 }, () => open(pipe, 'r'));
  let writer: number | null = null;
  const release = () => {
    writer ??= openSync(pipe, 'r+');
  };
  onTestFinished(async () => {
    release();
    for (const reader of await Promise.all(readers)) await reader.close();
    if (writer !== null) closeSync(writer);
    await rm(directory, { recursive: true });
  });
  return release;
}

const find = (lookup: LookupFunction, name: string, options: { readonly all?: boolean }) =>
  new Promise((resolve, reject) => {
    lookup(name, options, (error, ...result) => (error ? reject(error) : resolve(result)));
  });

test('connections that open in the second after a lookup has begun share it', async () => {
  const lookup = createSharedLookup();
  const all = await Promise.all(Array.from({ length: 20 }, () => find(lookup, 'localhost', { all: true })));
  all.push(await find(lookup, 'localhost', { all: true }));
  const [first] = all;
  expect(first).toEqual([expect.arrayContaining([{ address: '127.0.0.1', family: 4 }])]);
  expect(all).toEqual(all.map(() => first));
  await expect.poll(() => lookups).toHaveLength(1);
  await pause(1_100);
  expect(await find(lookup, 'localhost', { all: true })).toEqual(first);
  await expect.poll(() => lookups).toHaveLength(2);
});

test('a caller that wants one address gets the first', async () => {
  const lookup = createSharedLookup();
  const [[first]] = (await find(lookup, 'localhost', { all: true })) as [[{ address: string; family: number }]];
  expect(await find(lookup, 'localhost', {})).toEqual([first.address, first.family]);
});

test('a failed lookup is the failure of all that shared it, and the next connection looks again', async () => {
  const lookup = createSharedLookup();
  // A label that is too long asks no server.
  const unknown = `${'a'.repeat(64)}.invalid`;
  const both = await Promise.allSettled([{ all: true }, {}].map((options) => find(lookup, unknown, options)));
  const failure = { status: 'rejected', reason: expect.objectContaining({ syscall: 'getaddrinfo' }) };
  expect(both).toEqual([failure, failure]);
  expect(await find(lookup, 'localhost', { all: true })).toEqual([expect.arrayContaining([expect.anything()])]);
});

test('when a lookup fails, the addresses of an earlier one serve', async () => {
  const lookup = createSharedLookup();
  const first = await find(lookup, 'localhost', { all: true });
  await pause(1_100);
  expect(await find(lookup, `${'a'.repeat(64)}.invalid`, { all: true })).toEqual(first);
});

test('when lookups are slow, connections wait for half a second, and then use earlier addresses at once', async () => {
  const lookup = createSharedLookup();
  const first = await find(lookup, 'localhost', { all: true });
  await pause(1_100);
  const release = await blockThreads();
  const startedAt = performance.now();
  expect(await find(lookup, 'localhost', { all: true })).toEqual(first);
  const firstMs = performance.now() - startedAt;
  expect(firstMs).toBeGreaterThanOrEqual(490);
  expect(firstMs).toBeLessThan(1_000);
  await pause(1_100 - firstMs);
  const againAt = performance.now();
  expect(await find(lookup, 'localhost', { all: true })).toEqual(first);
  expect(performance.now() - againAt).toBeLessThan(200);
  expect(lookups).toHaveLength(1);
  release();
  await expect.poll(() => lookups).toHaveLength(2);
});
