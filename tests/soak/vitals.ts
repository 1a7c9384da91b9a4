import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { Replica } from '../replicas/replica.ts';

export interface Vitals {
  readonly rssMb: number;
  /** The most so far. */
  readonly peakMb: number;
  /** After a garbage collection. */
  readonly heapMb: number;
  readonly openFiles: number;
  readonly sockets: number;
  readonly handles: number;
}

/** Node options that let `readVitals` trigger a garbage collection; the gateway itself handles no such signal. */
export const collectsOnSignal = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGWINCH", () => globalThis.gc())',
];

/** Memory, files and handles of a gateway process after a garbage collection. Linux only. */
export async function readVitals({ pid, adminOrigin, crashes }: Replica): Promise<Vitals> {
  if (crashes.length > 0) throw new Error(crashes.join());
  // Twice, because the first collection releases objects that only the second one can free.
  for (let times = 0; times < 2; times += 1) {
    process.kill(pid, 'SIGWINCH');
    await pause(500);
  }
  const { body } = await request(`${adminOrigin}/metrics`);
  const metrics = await body.text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const files = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return {
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    peakMb: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024,
    heapMb: metric('nodejs_heap_size_used_bytes') / 1024 / 1024,
    openFiles: targets.length,
    sockets: targets.filter((target) => target.startsWith('socket:')).length,
    handles: metric('nodejs_active_handles_total'),
  };
}

export interface Growth {
  readonly rssMb: number;
  readonly heapMb: number;
}

/** Allowed growth from the warm process to the end: noise of collector and allocator, less than any leak in an hour. */
const bounds: Growth = { rssMb: 48, heapMb: 12 };

/** Describes what grew beyond its bound; empty if nothing did. */
export function findGrowth(warm: Vitals, last: Vitals): string[] {
  return (['rssMb', 'heapMb'] as const)
    .filter((name) => last[name] > warm[name] * 1.15 + bounds[name])
    .map((name) => `${name} grew from ${warm[name].toFixed(0)} to ${last[name].toFixed(0)}`);
}
