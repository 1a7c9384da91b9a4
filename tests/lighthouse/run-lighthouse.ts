import lighthouse, { type Result } from 'lighthouse';
import type { Figures } from './check-budgets.ts';

export interface Run {
  readonly figures: Figures;
  /** The final path, after redirects. */
  readonly path: string;
  /** Failed audits of the two scores that must be 100. */
  readonly failures: readonly string[];
}

/** One visit of a phone on slow 4G, with Lighthouse's simulated throttling and an empty cache. */
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
      'first-contentful-paint': numberOf('first-contentful-paint'),
      'largest-contentful-paint': numberOf('largest-contentful-paint'),
      'total-blocking-time': numberOf('total-blocking-time'),
      'cumulative-layout-shift': numberOf('cumulative-layout-shift'),
      scriptBytes: sumScripts(lhr),
    },
    failures: ['accessibility', 'best-practices'].flatMap((category) => findFailures(lhr, category)),
  };
}

function findFailures(lhr: Result, category: string): string[] {
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
