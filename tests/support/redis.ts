import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { RedisObserver } from '../../gateway/redis/store.ts';
import { freePorts } from './stack.ts';

export interface TestRedis {
  readonly url: string;
  /** The test's own connection. */
  readonly client: Redis;
  /** Keeps connections open but stops responding. */
  freeze(): void;
  thaw(): void;
  /** Kills the server, as in a crash. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** For a store whose failures a test does not count. */
export const unobserved: RedisObserver = { commandFailed: () => undefined, redisFailed: () => undefined };

/** A real redis-server without persistence, on a free port or on the given one. */
export async function startRedis(givenPort?: number, more: readonly string[] = []): Promise<TestRedis> {
  const [port = 0] = givenPort ? [givenPort] : await freePorts(1);
  const child = spawn(
    'redis-server',
    // A replica would keep what it loads in a file, too.
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--repl-diskless-load',
      'swapdb',
      ...more,
    ],
    {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: 'ignore',
    },
  );
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    client,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    async close() {
      client.disconnect();
      child.kill('SIGCONT');
      await kill();
    },
  };
}
