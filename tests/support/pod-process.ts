import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmdirSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/root.ts';
import { startCommand } from '../../scripts/start-command.ts';

/** The pod's memory limit. decisions.md §3, Bounds */
export const podMemoryMb = 320;

export interface PodProcess {
  readonly child: ChildProcess;
  /** Where the kernel enforces the limit; null if no memory cgroup can be created. */
  readonly memoryGroup: string | null;
}

export interface PodProcessOptions {
  /** The gateway's bundle. */
  readonly file: string;
  /** Beside those of `npm start`. */
  readonly nodeArguments?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdio: StdioOptions;
}

/** A gateway with the command of `npm start`, in a memory cgroup of the pod's size if one can be created. */
export async function startPodProcess(options: PodProcessOptions): Promise<PodProcess> {
  const { file, nodeArguments = [], env, stdio } = options;
  const memoryGroup = await createMemoryGroup();
  const script = memoryGroup ? `echo $$ > "$GROUP/cgroup.procs" && exec "$@"` : 'exec "$@"';
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, ...startCommand.flags, ...nodeArguments, file], {
    cwd: fromRoot(),
    env: { PATH: process.env.PATH, ...startCommand.environment, ...env, ...(memoryGroup && { GROUP: memoryGroup }) },
    stdio,
  });
  child.once('exit', () => {
    try {
      if (memoryGroup) rmdirSync(memoryGroup);
    } catch {
      // The kernel may keep a group for a moment after its last process.
    }
  });
  return { child, memoryGroup };
}

/** A memory cgroup without swap, version 1 or 2, or null if none can be created. Linux only. */
async function createMemoryGroup(): Promise<string | null> {
  const bytes = podMemoryMb * 1024 * 1024;
  const kinds = [
    // With swap, version 1 limits the sum.
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes', 'memory.memsw.limit_in_bytes', bytes],
    ['/sys/fs/cgroup', 'memory.max', 'memory.swap.max', 0],
  ] as const;
  for (const [root, limit, swapLimit, swapBytes] of kinds) {
    const group = join(root, `pod-${randomUUID()}`);
    // Only where the file exists: elsewhere it would be an ordinary one.
    const set = (name: string, value: number) => writeFile(join(group, name), String(value), { flag: 'r+' });
    try {
      await mkdir(group);
      await set(limit, bytes);
      // Missing where the kernel does not count swap.
      await set(swapLimit, swapBytes).catch(() => undefined);
      // Version 1 counts what the kernel keeps for connections only where that has a limit, which no attack reaches.
      await set('memory.kmem.tcp.limit_in_bytes', 2 ** 40).catch(() => undefined);
      return group;
    } catch {
      await rmdir(group).catch(() => undefined);
    }
  }
  return null;
}
