import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { startSilentServer } from '../../support/silent-server.ts';
import { freePorts } from '../../support/stack.ts';

/** @param network several of them, so that no other limit refuses the call */
const callOf = (network: number) => {
  const id = randomUUID();
  const headers = Array.from({ length: 24 }, (_, index) => `x-${index}-${id}: ${id}`);
  return [
    `GET ${calls.profile.path} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: 10.0.${network >> 8}.${network & 255}`,
    `Cookie: access_token=${id}`,
    ...headers,
    '',
    '',
  ].join('\r\n');
};

/** How often the gateway refused a request or connection because it has no room. */
const overloads = (metrics: string) => Number(/^gateway_refusals_total{reason="overload"} (\d+)$/m.exec(metrics)?.[1]);

const flags = '--max-semi-space-size=4 --max-old-space-size=128';
/** In use from the start. 1,500 calls that hang take 27 MB. */
const ballast = (megabytes: number) =>
  `data:text/javascript,globalThis.ballast=Array.from({length:${megabytes}},()=>Array(125000).fill(1.5))`;

for (const { title, networks, ballastMb } of [
  {
    title: 'where the heap is nearly full, networks with many requests get no more, but others do',
    networks: 15,
    ballastMb: 46,
  },
  { title: 'shortly before it is full, no one gets more', networks: 1_500, ballastMb: 60 },
]) {
  test(`${title}, and the process goes on`, { timeout: 60_000 }, async () => {
    const upstream = await startSilentServer();
    const [port = 0] = await freePorts(1);
    const gateway = await startGatewayProcess(port, 1, {
      API_BASE_URL: upstream.origin.replace('https', 'http'),
      TRUST_PROXY: '127.0.0.1',
      NODE_OPTIONS: `${flags} --import ${ballast(ballastMb)}`,
    });
    onTestFinished(() => gateway.kill());
    const readMetrics = async () => (await fetch(`${gateway.adminOrigin}/metrics`)).text();
    const readOverloads = async () => overloads(await readMetrics());
    const visit = () => fetch(`${gateway.origin}/session`).then(({ status }) => status, String);
    expect(await readOverloads()).toBe(0);
    let closed = 0;
    const callOnce = (text: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('close', () => {
        closed += 1;
      });
      socket.write(text);
      return socket;
    };
    const sockets = Array.from({ length: 1_500 }, (_, client) => callOnce(callOf(client % networks).slice(0, -2)));
    await pause(2_000);
    // All at once: none has taken its memory when the last one comes.
    for (const socket of sockets) socket.write('\r\n');
    await expect.poll(readOverloads, { timeout: 20_000 }).toBeGreaterThan(20);
    await expect.poll(async () => closed - (await readOverloads())).toBe(0);
    // At the limit, one more may just fit.
    if (networks < 1_500) expect(await visit()).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(visit, { timeout: 20_000 }).toBe(200);
  });
}

/**
 * Prints whether the limit is reached with garbage alone, with garbage beside objects in use, with more objects in use,
 * and after these are dropped; and how many collections a thousand checks within a second cause.
 */
const fillingProcess = `
  const { HeapLimit } = await import(${JSON.stringify(fromRoot('gateway/http/heap-limit.ts'))});
  const { getHeapStatistics } = await import('node:v8');
  const { PerformanceObserver } = await import('node:perf_hooks');
  const heap = new HeapLimit();
  const { heap_size_limit } = getHeapStatistics();
  // Too large for the young generation, so that they stay until a major collection.
  const fill = (share) =>
    Array.from({ length: (share * heap_size_limit) / 800_000 }, () => Array(100_000).fill(1.5));
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  fill(0.8);
  const states = [heap.isReached(false)];
  let objects = fill(0.55);
  fill(0.2);
  states.push(heap.isReached(false));
  objects.push(...fill(0.25));
  await pause(2_000);
  states.push(heap.isReached(false));
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().filter(({ detail }) => detail.kind === 4).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let check = 0; check < 1_000; check += 1) {
    heap.isReached(false);
    await pause(1);
  }
  await pause(10);
  objects = null;
  // Left alone, V8 collects after eight seconds.
  const end = performance.now() + 5_000;
  while (heap.isReached(false) && performance.now() < end) await pause(100);
  states.push(heap.isReached(false));
  console.log(JSON.stringify({ states, collections }));
`;

test('garbage does not count, and collections are rare', { timeout: 60_000 }, async () => {
  const args = [...flags.split(' '), '--input-type=module', '--eval', fillingProcess];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { states, collections } = JSON.parse(stdout);
  expect(states).toEqual([false, false, true, false]);
  expect(collections).toBeGreaterThan(1);
  expect(collections).toBeLessThan(25);
});
