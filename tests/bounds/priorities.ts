import { randomUUID } from 'node:crypto';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
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
 * Attackers have machines of their own, and a pod has its share of a node. Here all share the same cores with whatever else the
 * machine does, so the gateway, its upstream and the other client come first. Null where no CPU cgroup can be created.
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
