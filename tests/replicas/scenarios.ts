import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '#shared/calls.ts';
import type { Lab } from './lab.ts';
import type { Replica } from './replica.ts';
import { bundlePrevious } from './versions.ts';

export interface Scenario {
  readonly name: string;
  /**
   * Done while the crowd goes on; leaves everything in order. @returns a note for the reader; null when it could not be
   * done
   */
  readonly act: (lab: Lab) => Promise<string | null>;
  /** The upstream itself fails: the gateway says so with 5xx. */
  readonly upstreamFails?: true;
  /** A replica dies with requests in its hands: a write among them is lost, for nobody but its sender may repeat it. */
  readonly replicaDies?: true;
}

const done = '';

async function restart({ proxy }: Lab, replica: Replica, file?: string): Promise<void> {
  await replica.terminate();
  await replica.start(file);
  await proxy.untilAllUp();
}

const steadyLoad: Scenario = {
  name: 'nothing happens',
  act: async () => {
    await pause(4_000);
    return done;
  },
};

export const rollingRestart: Scenario = {
  name: 'rolling restart: SIGTERM, one after the other',
  async act(lab) {
    for (const replica of lab.replicas) await restart(lab, replica);
    return done;
  },
};

const killedReplica: Scenario = {
  name: 'kill -9 of a replica, back after a second',
  replicaDies: true,
  async act({ replicas: [first], proxy }) {
    await first.kill();
    await pause(1_000);
    await first.start();
    await proxy.untilAllUp();
    return done;
  },
};

export const killedInRefresh: Scenario = {
  name: 'kill -9 in the middle of refreshes',
  replicaDies: true,
  async act({ replicas: [, second], browsers, proxy, sandboxOrigin, refreshes }) {
    const before = refreshes();
    const slow = { method: 'POST', path: calls.refreshTokens.path, after: true, delayMs: 2_000 };
    await controlFaults(sandboxOrigin, 'POST', slow);
    // The upstream has spent these tokens, and nobody has heard of it: about half of them are the dying one's.
    while (refreshes() < before + Math.min(8, browsers.length / 2)) await pause(20);
    await second.kill();
    const onTheirWay = refreshes() - before;
    await controlFaults(sandboxOrigin, 'DELETE');
    await second.start();
    await proxy.untilAllUp();
    return `${onTheirWay} refreshes on their way`;
  },
};

async function controlFaults(sandboxOrigin: string, method: string, fault?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${sandboxOrigin}/sandbox/faults`, { method, ...(fault && { headers, body: JSON.stringify(fault) }) });
}

export const redisAway: Scenario = {
  name: 'Redis killed, back and empty after three seconds',
  async act({ stopRedis, startRedis }) {
    await stopRedis();
    await pause(3_000);
    await startRedis();
    return done;
  },
};

const redisEmptied: Scenario = {
  name: 'Redis emptied',
  async act({ emptyRedis }) {
    for (let times = 0; times < 5; times += 1) {
      await emptyRedis();
      await pause(500);
    }
    return done;
  },
};

const slowRedis = (delayMs: number): Scenario => ({
  name: `Redis slow: ${delayMs} ms for each answer`,
  async act({ redisLine }) {
    redisLine.delayMs = delayMs;
    await pause(4_000);
    redisLine.delayMs = 0;
    return done;
  },
});

const slowUpstream: Scenario = {
  name: 'upstream slow: 1500 ms for each answer',
  async act({ upstreamLine }) {
    upstreamLine.delayMs = 1_500;
    await pause(5_000);
    upstreamLine.delayMs = 0;
    return done;
  },
};

const upstreamRestarts: Scenario = {
  name: 'upstream restarting: resets, then three seconds of refusals',
  upstreamFails: true,
  async act({ upstreamLine }) {
    await upstreamLine.cut();
    await pause(3_000);
    await upstreamLine.open();
    return done;
  },
};

const twoVersions: Scenario = {
  name: 'the version before beside this one, then an upgrade',
  async act(lab) {
    const [first, second] = lab.replicas;
    const previous = await bundlePrevious(lab.folder);
    if (!previous) return null;
    await restart(lab, first, previous.file);
    await pause(3_000);
    // Both of the version before: what this one has written must be read by it, too (a rollback).
    await restart(lab, second, previous.file);
    await pause(2_000);
    await restart(lab, first);
    await pause(3_000);
    await restart(lab, second);
    return `beside ${previous.name}`;
  },
};

export const scenarios: readonly Scenario[] = [
  steadyLoad,
  rollingRestart,
  killedReplica,
  killedInRefresh,
  redisAway,
  redisEmptied,
  slowRedis(200),
  slowRedis(2_000),
  slowUpstream,
  upstreamRestarts,
  twoVersions,
];
