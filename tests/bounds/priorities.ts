import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** A hundred times the weight of everything else. */
const kinds = [
  ['/sys/fs/cgroup/cpu', 'cpu.shares', 102_400],
  ['/sys/fs/cgroup', 'cpu.weight', 10_000],
] as const;

export interface CpuGroup {
  add(pid: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps the attackers off the first core, because real attackers use other machines.
 * @returns how to keep a process off it; null if there is only one core, or no `taskset`
 */
export function reserveCore(): ((pid: number) => void) | null {
  const last = availableParallelism() - 1;
  const keepOff = (pid: number) =>
    void execFileSync('taskset', ['-apc', `1-${last}`, String(pid)], { stdio: 'ignore' });
  if (last < 1) return null;
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return keepOff;
  } catch {
    return null;
  }
}

/**
 * Gives the upstream, the other client and the gateway priority over the attackers and all other processes.
 * @returns null if no CPU cgroup can be created
 */
export async function createCpuGroup(): Promise<CpuGroup | null> {
  for (const [root, weight, value] of kinds) {
    const group = join(root, `bounds-cpu-${randomUUID()}`);
    try {
      await mkdir(group);
      await writeFile(join(group, weight), String(value));
      return {
        add: (pid) => writeFile(join(group, 'cgroup.procs'), String(pid)),
        // A group can be removed when the last process has left it.
        async close() {
          await writeFile(join(root, 'cgroup.procs'), String(process.pid));
          await rmdir(group).catch(() => undefined);
        },
      };
    } catch {
      await rmdir(group).catch(() => undefined);
    }
  }
  return null;
}
