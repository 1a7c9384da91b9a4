import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '#shared/calls.ts';
import type { Lab } from '../replicas/lab.ts';
import type { Tally } from '../replicas/tally.ts';

const faultMs = 6_000;
const restMs = 9_000;

async function withFault(lab: Lab, fault: object): Promise<void> {
  await fetch(`${lab.sandboxOrigin}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  await pause(faultMs);
  await fetch(`${lab.sandboxOrigin}/sandbox/faults`, { method: 'DELETE' });
}

const faults: readonly (readonly [name: string, act: (lab: Lab) => Promise<unknown>])[] = [
  [
    'upstream slow',
    async ({ upstreamLine }) => {
      upstreamLine.delayMs = 1_000;
      await pause(faultMs);
      upstreamLine.delayMs = 0;
    },
  ],
  [
    'upstream unreachable',
    async ({ upstreamLine }) => {
      await upstreamLine.cut();
      await pause(faultMs / 2);
      await upstreamLine.open();
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
    async ({ redisLine }) => {
      redisLine.delayMs = 1_500;
      await pause(faultMs);
      redisLine.delayMs = 0;
    },
  ],
  ['Redis emptied', ({ emptyRedis }) => emptyRedis()],
  ['refreshes fail with 503', (lab) => withFault(lab, { path: calls.refreshTokens.path, status: 503 })],
  ['profile connections reset', (lab) => withFault(lab, { path: calls.profile.path, reset: true })],
  ['profile requests hang', (lab) => withFault(lab, { path: calls.profile.path, hang: true, times: 20 })],
  [
    "a firewall's HTML page",
    (lab) => withFault(lab, { path: calls.routerSetup.path, status: 200, body: '<html>a firewall</html>' }),
  ],
];

/**
 * Injects one fault after the other, with time to recover, until aborted. The tally records which one is active.
 * @returns how many were injected
 */
export async function injectFaults(lab: Lab, tally: Tally, signal: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    const [name, act] = faults[count % faults.length] ?? [];
    tally.happening = name ?? '';
    await act?.(lab);
    tally.happening = `recovery from: ${name}`;
    count += 1;
    await pause(restMs, undefined, { signal }).catch(() => undefined);
  }
  return count;
}
