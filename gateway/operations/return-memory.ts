import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const everyMs = 10_000;
/** Well above what the gateway needs with ordinary traffic. */
const thresholdBytes = 120 * 1024 * 1024;
/** What a collection has left is in use; so much more may be garbage. */
const growthBytes = 16 * 1024 * 1024;
/** Shares of one core. Under load, V8 collects by itself. */
const busy = 0.5;
const idle = 0.05;
/** What was in use at the end of a burst is garbage soon after it: when idle, another collection may follow. */
const againMs = 20_000;

/**
 * Collects garbage after a burst. V8 does so only while much is allocated: it would keep a burst's memory for hours,
 * and the next one would come on top. docs/decisions/001-proxy-inner-path.md, Memory
 */
export function returnMemoryAfterBursts(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  let inUse = 0;
  let collectedAt = 0;
  let last = performance.eventLoopUtilization();
  const check = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    const resident = process.memoryUsage.rss();
    if (resident < thresholdBytes || utilization > busy) return;
    const isDueAgain = utilization < idle && performance.now() - collectedAt >= againMs;
    if (resident < inUse + growthBytes && !isDueAgain) return;
    // Unlike an ordinary collection, it also returns the pages that V8 would keep for later.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    inUse = process.memoryUsage.rss();
    collectedAt = performance.now();
  };
  setInterval(check, everyMs).unref();
}
