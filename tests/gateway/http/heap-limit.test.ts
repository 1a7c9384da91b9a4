import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { startSilentServer } from '../../support/silent-server.ts';
import { freePorts } from '../../support/stack.ts';

/** Of a network of its own, so that no other limit refuses it. */
const callOf = (client: number) => {
  const headers = Array.from({ length: 60 }, (_, index) => `x-${index}-${client}: ${index}`);
  return [
    `GET ${calls.profile.path} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: 10.0.${client >> 8}.${client & 255}`,
    `Cookie: access_token=a-${client}`,
    ...headers,
    '',
    '',
  ].join('\r\n');
};

/** How often the gateway refused a request or connection because it has no room. */
const overloads = (metrics: string) => Number(/^gateway_refusals_total{reason="overload"} (\d+)$/m.exec(metrics)?.[1]);

test('a heap that is nearly full refuses requests, and the process goes on', { timeout: 60_000 }, async () => {
  const upstream = await startSilentServer();
  const [port = 0] = await freePorts(1);
  const gateway = await startGatewayProcess(port, 1, {
    API_BASE_URL: upstream.origin.replace('https', 'http'),
    TRUST_PROXY: '127.0.0.1',
    // All 1,500 take 55 MiB.
    NODE_OPTIONS: '--max-old-space-size=56 --max-semi-space-size=1',
  });
  onTestFinished(() => gateway.kill());
  const readMetrics = async () => (await fetch(`${gateway.adminOrigin}/metrics`)).text();
  expect(overloads(await readMetrics())).toBe(0);
  let closed = 0;
  const sockets = Array.from({ length: 1_500 }, (_, client) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed += 1;
    });
    socket.write(callOf(client));
    return socket;
  });
  await expect.poll(async () => overloads(await readMetrics()), { timeout: 20_000 }).toBeGreaterThan(20);
  await expect.poll(async () => closed - overloads(await readMetrics())).toBe(0);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(() => fetch(`${gateway.origin}/session`).then(({ status }) => status, String), { timeout: 20_000 })
    .toBe(200);
});

/** Prints whether the limit is reached: with garbage, with the same objects in use, and when they are dropped again. */
const fillingProcess = `
  const { HeapLimit } = await import(${JSON.stringify(fromRoot('gateway/http/heap-limit.ts'))});
  const { getHeapStatistics } = await import('node:v8');
  const heap = new HeapLimit();
  const { heap_size_limit, used_heap_size } = getHeapStatistics();
  const bytes = 0.9 * heap_size_limit - used_heap_size;
  // Too large for the young generation, so that they stay until a collection of all.
  const fill = () => Array.from({ length: bytes / 800_000 }, () => new Array(100_000).fill(1.5));
  const states = [];
  const look = () => states.push(heap.isReached());
  const pause = () => new Promise((resolve) => setTimeout(resolve, 600));
  fill();
  look();
  await pause();
  let objects = fill();
  look();
  objects = null;
  // A collection just now.
  look();
  await pause();
  look();
  console.log(JSON.stringify(states));
`;

test('garbage does not count, and collections are rare', { timeout: 30_000 }, async () => {
  const args = ['--max-old-space-size=128', '--max-semi-space-size=4', '--input-type=module', '--eval', fillingProcess];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual([false, true, true, false]);
});
