import { performance } from 'node:perf_hooks';
import { collectGarbage } from '../http/collect-garbage.ts';

const megabyte = 1024 * 1024;

/** After a burst. */
const burst = {
  everyMs: 10_000,
  /** Well above what the gateway needs with ordinary traffic. */
  residentBytes: 120 * megabyte,
  /** What a collection has left is in use; so much more may be garbage. */
  growthBytes: 16 * megabyte,
  /** What was in use at the end of a burst is garbage soon after it: when idle, another collection may follow. */
  againMs: 20_000,
};
/** Near the pod's limit of 320 MiB, of which 50 are pages of the program's files. */
const pressure = {
  everyMs: 1_000,
  residentBytes: 200 * megabyte,
  /** A collection takes 30 to 45 ms, several times as long on a busy machine. */
  againMs: 3_000,
};
/** 0 where no file descriptor is left to read it. Thrown in a timer, the error would end the process. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

/** Shares of one core. Under load, V8 collects by itself. */
const busy = 0.5;
const idle = 0.05;

/**
 * Collects garbage after a burst, and during one when memory runs short. V8 does so only while much is allocated: it
 * would keep a burst's memory for hours, and the next one would come on top.
 * docs/decisions/001-proxy-inner-path.md, Memory
 */
export function returnMemory(): void {
  let inUse = 0;
  let collectedAt = 0;
  let last = performance.eventLoopUtilization();

  const collect = () => {
    collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    inUse = residentBytes();
    collectedAt = performance.now();
  };
  const afterBurst = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    const resident = residentBytes();
    if (resident < burst.residentBytes || utilization > busy) return;
    const isDueAgain = utilization < idle && performance.now() - collectedAt >= burst.againMs;
    if (resident >= inUse + burst.growthBytes || isDueAgain) collect();
  };
  const underPressure = () => {
    const isDue = performance.now() - collectedAt >= pressure.againMs;
    if (isDue && residentBytes() >= pressure.residentBytes) collect();
  };
  setInterval(afterBurst, burst.everyMs).unref();
  setInterval(underPressure, pressure.everyMs).unref();
}
