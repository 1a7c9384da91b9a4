import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { onTestFinished } from 'vitest';

/** Node's lookups of names from now until the end of the test. */
export function observeLookups(): readonly PerformanceEntry[] {
  const lookups: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => lookups.push(...list.getEntries()));
  observer.observe({ entryTypes: ['dns'] });
  onTestFinished(() => observer.disconnect());
  return lookups;
}
