import lighthouse, { type Result } from 'lighthouse';
import type { Figures } from './judge.ts';

export interface Run {
  readonly figures: Figures;
  /** Where the page ended: a page that leads elsewhere is another page. */
  readonly path: string;
  /** What costs points in the two scores that must be whole. */
  readonly faults: readonly string[];
}

/** One visit as a phone on slow 4G makes it, by Lighthouse's simulated throttling, with an empty cache. */
export async function runLighthouse(url: string, cookie: string, chromePort: number): Promise<Run> {
  const outcome = await lighthouse(url, {
    port: chromePort,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  });
  if (!outcome || outcome.lhr.runtimeError) throw new Error(outcome?.lhr.runtimeError?.message ?? 'no result');
  const { lhr } = outcome;
  const scoreOf = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  return {
    path: new URL(lhr.finalDisplayedUrl).pathname,
    figures: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      'largest-contentful-paint': numberOf('largest-contentful-paint'),
      'total-blocking-time': numberOf('total-blocking-time'),
      'cumulative-layout-shift': numberOf('cumulative-layout-shift'),
      scriptBytes: sumScripts(lhr),
    },
    faults: ['accessibility', 'best-practices'].flatMap((category) => findFaults(lhr, category)),
  };
}

function findFaults(lhr: Result, category: string): string[] {
  return (lhr.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${category}: ${id} (${lhr.audits[id]?.title})`);
}

function sumScripts({ audits }: Result): number {
  const details = audits['network-requests']?.details;
  if (details?.type !== 'table') throw new Error('Lighthouse lists no requests');
  return details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
}
