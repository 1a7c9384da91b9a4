import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePorts } from './stack.ts';

interface Server {
  readonly port: number;
  readonly client: Redis;
  kill(): Promise<void>;
}

export interface SentinelSet {
  readonly url: string;
  /** Kills the master, and waits until the replica has taken over. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

export interface RedisCluster {
  readonly url: string;
  /** Moves the slots of the first node that have keys to the second one. Returns the number of keys moved. */
  migrateSlots(): Promise<number>;
  /** Moves the keys as `migrateSlots` does, but the first node owns the slots until `finish`. */
  beginMigration(): Promise<{ finish(): Promise<void> }>;
  /** How often the nodes have redirected a command so far. */
  countRedirects(): Promise<{ readonly ask: number; readonly moved: number }>;
  close(): Promise<void>;
}

async function startServer(folder: string, port: number, ...args: readonly string[]): Promise<Server> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...args];
  const child = spawn('redis-server', options, {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'ignore',
  });
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  return {
    port,
    client,
    async kill() {
      client.disconnect();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isDone().catch(() => false)) return;
    await sleep(50);
  }
  throw new Error('Redis has not reached the expected state');
}

/** A master, a replica and three Sentinels, all real processes. */
export async function startSentinelSet(): Promise<SentinelSet> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-sentinel-'));
  const [masterPort = 0, replicaPort = 0, ...sentinelPorts] = await freePorts(5);
  const master = await startServer(folder, masterPort);
  const replica = await startServer(folder, replicaPort, '--replicaof', '127.0.0.1', String(masterPort));
  await until(async () => /master_link_status:up/.test(await replica.client.info('replication')));
  const sentinels = await Promise.all(
    sentinelPorts.map(async (port) => {
      const file = join(folder, `sentinel-${port}.conf`);
      const settings = [
        `sentinel monitor account 127.0.0.1 ${masterPort} 2`,
        'sentinel down-after-milliseconds account 500',
        'sentinel failover-timeout account 3000',
      ];
      await writeFile(file, settings.join('\n'));
      const child = spawn('redis-server', [file, '--sentinel', '--port', String(port), '--bind', '127.0.0.1'], {
        env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
        stdio: 'ignore',
      });
      const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 20, maxRetriesPerRequest: null });
      client.on('error', () => undefined);
      await client.ping();
      return { child, client };
    }),
  );
  const field = async (client: Redis, name: string) => {
    const fields = (await client.call('SENTINEL', 'MASTER', 'account')) as string[];
    return fields[fields.indexOf(name) + 1];
  };
  await until(async () => {
    const known = await Promise.all(
      sentinels.map(async ({ client }) => [
        await field(client, 'num-slaves'),
        await field(client, 'num-other-sentinels'),
      ]),
    );
    return known.flat().join() === '1,2,1,2,1,2';
  });
  return {
    url: `redis+sentinel://${sentinelPorts.map((port) => `127.0.0.1:${port}`).join(',')}/account`,
    async failOver() {
      await master.kill();
      await until(async () => {
        const ports = await Promise.all(sentinels.map(({ client }) => field(client, 'port')));
        return ports.every((port) => port === String(replicaPort));
      });
    },
    async close() {
      for (const { child, client } of sentinels) {
        client.disconnect();
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await Promise.all([master.kill(), replica.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const slotCount = 16_384;

/** Three masters, all real processes. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-cluster-'));
  const ports = await freePorts(6);
  const nodes = await Promise.all(
    [0, 1, 2].map((index) => {
      const file = `nodes-${index}.conf`;
      const bus = String(ports[index + 3]);
      const options = ['--cluster-enabled', 'yes', '--cluster-config-file', file, '--cluster-port', bus];
      return startServer(folder, ports[index] ?? 0, ...options);
    }),
  );
  const [first, second] = nodes;
  if (!first || !second) throw new Error('No nodes');
  const bounds = nodes.map((_, index) => Math.floor((index * slotCount) / nodes.length));
  for (const [index, { client }] of nodes.entries()) {
    await client.call('CLUSTER', 'ADDSLOTSRANGE', bounds[index] ?? 0, (bounds[index + 1] ?? slotCount) - 1);
    await first.client.call('CLUSTER', 'MEET', '127.0.0.1', ports[index] ?? 0, ports[index + 3] ?? 0);
  }
  await until(async () => {
    const states = await Promise.all(nodes.map(({ client }) => client.call('CLUSTER', 'INFO')));
    return states.every(
      (state) => /cluster_state:ok/.test(String(state)) && /cluster_known_nodes:3/.test(String(state)),
    );
  });
  const firstSlots = Array.from({ length: bounds[1] ?? 0 }, (_, slot) => slot);
  const [from, to] = [
    String(await first.client.call('CLUSTER', 'MYID')),
    String(await second.client.call('CLUSTER', 'MYID')),
  ];
  const send = async ({ client }: Server, commands: readonly (readonly [string, ...(string | number)[]])[]) => {
    const pipeline = client.pipeline();
    for (const [name, ...args] of commands) pipeline.call(name, ...args);
    const replies = (await pipeline.exec()) ?? [];
    return replies.map(([error, reply]) => {
      if (error) throw error;
      return reply;
    });
  };
  /** From now on, the first node redirects every request for a key that it does not have (ASK). */
  const open = async (slots: readonly number[]) => {
    await send(
      second,
      slots.map((slot) => ['CLUSTER', 'SETSLOT', slot, 'IMPORTING', from]),
    );
    await send(
      first,
      slots.map((slot) => ['CLUSTER', 'SETSLOT', slot, 'MIGRATING', to]),
    );
  };
  const findUsed = async (slots: readonly number[]) => {
    const counts = await send(
      first,
      slots.map((slot) => ['CLUSTER', 'COUNTKEYSINSLOT', slot]),
    );
    return slots.filter((_, index) => Number(counts[index]) > 0);
  };
  const moveKeys = async (slot: number) => {
    const keys = (await first.client.call('CLUSTER', 'GETKEYSINSLOT', slot, 1_000)) as string[];
    if (keys.length > 0) await first.client.call('MIGRATE', '127.0.0.1', second.port, '', 0, 5_000, 'KEYS', ...keys);
    return keys.length;
  };
  /** From now on, the slots are the second node's, and the first one redirects every request (MOVED). */
  const hand = async (slots: readonly number[]) => {
    for (const node of [second, first]) {
      await send(
        node,
        slots.map((slot) => ['CLUSTER', 'SETSLOT', slot, 'NODE', to]),
      );
    }
  };
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    async migrateSlots() {
      let moved = 0;
      const ownSlots = new Set(firstSlots);
      // New keys arrive in other slots while these move, so look again.
      for (let pass = 0; pass < 3; pass += 1) {
        for (const slot of await findUsed([...ownSlots])) {
          await open([slot]);
          moved += await moveKeys(slot);
          await hand([slot]);
          ownSlots.delete(slot);
        }
      }
      return moved;
    },
    async beginMigration() {
      const slots = await findUsed(firstSlots);
      await open(slots);
      for (const slot of slots) await moveKeys(slot);
      return { finish: () => hand(slots) };
    },
    async countRedirects() {
      const texts = await Promise.all(nodes.map(({ client }) => client.info('errorstats')));
      const count = (name: string) =>
        texts.reduce((sum, text) => sum + Number(new RegExp(`errorstat_${name}:count=(\\d+)`).exec(text)?.[1] ?? 0), 0);
      return { ask: count('ASK'), moved: count('MOVED') };
    },
    async close() {
      await Promise.all(nodes.map((node) => node.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
