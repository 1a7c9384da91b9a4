import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds on the trace's own clock. */
  readonly ts: number;
  /** Microseconds of CPU time, independent of the machine's load. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/**
 * The longest task of the page's main thread while typing, in milliseconds. Ignores tracing work before the first
 * key.
 */
export async function measureLongestTask(browser: Browser, page: Page, run: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] });
  await run();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const isMain = (event: TraceEvent) =>
    traceEvents.some(
      ({ name, pid, tid, args }) =>
        name === 'thread_name' && args?.name === 'CrRendererMain' && pid === event.pid && tid === event.tid,
    );
  const keys = traceEvents.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown');
  const firstKey = Math.min(...keys.map(({ ts }) => ts));
  const tasks = traceEvents.filter(({ name, ts, tdur }) => name === 'RunTask' && ts >= firstKey && tdur !== undefined);
  const longest = tasks.toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0)).find(isMain);
  if (!longest?.tdur) throw new Error('the trace holds no task of the page');
  return longest.tdur / 1000;
}
