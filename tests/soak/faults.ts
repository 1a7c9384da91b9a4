import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '#shared/calls.ts';
import type { ReplicaCluster } from '../replicas/cluster.ts';
import type { LoadResult } from '../replicas/load-result.ts';

const faultMs = 6_000;
const restMs = 9_000;

async function withFault({ sandbox }: ReplicaCluster, fault: object): Promise<void> {
  await sandbox.addFault(fault);
  await pause(faultMs);
  await sandbox.clearFaults();
}

const faults: readonly (readonly [name: string, act: (cluster: ReplicaCluster) => Promise<unknown>])[] = [
  [
    'upstream slow',
    async ({ upstreamProxy }) => {
      upstreamProxy.delayMs = 1_000;
      await pause(faultMs);
      upstreamProxy.delayMs = 0;
    },
  ],
  [
    'upstream unreachable',
    async ({ upstreamProxy }) => {
      await upstreamProxy.cut();
      await pause(faultMs / 2);
      await upstreamProxy.open();
    },
  ],
  [
    'Redis unreachable',
    async ({ stopRedis, startRedis }) => {
      await stopRedis();
      await pause(faultMs);
      await startRedis();
    },
  ],
  [
    'Redis slow',
    async ({ redisProxy }) => {
      redisProxy.delayMs = 1_500;
      await pause(faultMs);
      redisProxy.delayMs = 0;
    },
  ],
  ['Redis emptied', ({ emptyRedis }) => emptyRedis()],
  ['refreshes fail with 503', (cluster) => withFault(cluster, { path: calls.refreshTokens.path, status: 503 })],
  ['profile connections reset', (cluster) => withFault(cluster, { path: calls.profile.path, reset: true })],
  ['profile requests hang', (cluster) => withFault(cluster, { path: calls.profile.path, hang: true, times: 20 })],
  [
    "a firewall's HTML page",
    (cluster) => withFault(cluster, { path: calls.routerSetup.path, status: 200, body: '<html>a firewall</html>' }),
  ],
];

/**
 * Injects one fault after the other, with time to recover, until aborted. The result records which one is active.
 * @returns how many were injected
 */
export async function injectFaults(cluster: ReplicaCluster, result: LoadResult, signal: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    const [name, act] = faults[count % faults.length] ?? [];
    result.happening = name ?? '';
    await act?.(cluster);
    result.happening = `recovery from: ${name}`;
    count += 1;
    await pause(restMs, undefined, { signal }).catch(() => undefined);
  }
  return count;
}
