import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '#shared/calls.ts';
import type { ReplicaCluster } from './cluster.ts';
import type { Replica } from './replica.ts';
import { bundlePrevious } from './versions.ts';

export interface Scenario {
  readonly name: string;
  /**
   * Runs under load and restores the normal state. @returns a note for the reader; null if it cannot run on this
   * machine
   */
  readonly act: (cluster: ReplicaCluster) => Promise<string | null>;
  /** The upstream itself fails, so the gateway responds with 5xx. */
  readonly upstreamFails?: true;
  /** A replica is killed with requests in flight. Writes are lost, because only their sender may retry them. */
  readonly replicaDies?: true;
}

const done = '';

async function restart({ proxy }: ReplicaCluster, replica: Replica, file?: string): Promise<void> {
  await replica.terminate();
  await replica.start(file);
  await proxy.untilAllUp();
}

const steadyLoad: Scenario = {
  name: 'steady load',
  act: async () => {
    await pause(4_000);
    return done;
  },
};

export const rollingRestart: Scenario = {
  name: 'rolling restart: SIGTERM, one after the other',
  async act(cluster) {
    for (const replica of cluster.replicas) await restart(cluster, replica);
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
  async act({ replicas: [, second], browsers, proxy, sandbox, refreshes }) {
    const before = refreshes();
    const slow = { method: 'POST', path: calls.refreshTokens.path, after: true, delayMs: 2_000 };
    await sandbox.addFault(slow);
    // The tokens are spent, but no replica has the response yet; about half belong to the replica that is killed.
    while (refreshes() < before + Math.min(8, browsers.length / 2)) await pause(20);
    await second.kill();
    const inFlight = refreshes() - before;
    await sandbox.clearFaults();
    await second.start();
    await proxy.untilAllUp();
    return `${inFlight} refreshes in flight`;
  },
};

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
  name: `Redis latency ${delayMs} ms`,
  async act({ redisProxy }) {
    redisProxy.delayMs = delayMs;
    await pause(4_000);
    redisProxy.delayMs = 0;
    return done;
  },
});

const slowUpstream: Scenario = {
  name: 'upstream latency 1500 ms',
  async act({ upstreamProxy }) {
    upstreamProxy.delayMs = 1_500;
    await pause(5_000);
    upstreamProxy.delayMs = 0;
    return done;
  },
};

const upstreamRestarts: Scenario = {
  name: 'upstream restarting: resets, then three seconds of refusals',
  upstreamFails: true,
  async act({ upstreamProxy }) {
    await upstreamProxy.cut();
    await pause(3_000);
    await upstreamProxy.open();
    return done;
  },
};

const twoVersions: Scenario = {
  name: 'the previous version next to this one, then an upgrade',
  async act(cluster) {
    const [first, second] = cluster.replicas;
    const previous = await bundlePrevious(cluster.folder);
    if (!previous) return null;
    await restart(cluster, first, previous.file);
    await pause(3_000);
    // Both replicas run the previous version, as in a rollback: it must read what this version has written.
    await restart(cluster, second, previous.file);
    await pause(2_000);
    await restart(cluster, first);
    await pause(3_000);
    await restart(cluster, second);
    return `next to ${previous.name}`;
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
