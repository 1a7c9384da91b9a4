import type { Budgets } from './pages.ts';

export type Figures = { readonly [Name in keyof Budgets]: number };

export interface Verdict {
  readonly name: keyof Budgets;
  readonly value: number;
  readonly lowest: number;
  readonly highest: number;
  readonly isScore: boolean;
  readonly kept: boolean;
}

/** The more, the better. */
const scores: ReadonlySet<keyof Budgets> = new Set(['performance', 'accessibility', 'best-practices']);

/** What a busy machine changes from visit to visit. */
const timings: ReadonlySet<keyof Budgets> = new Set(['performance', 'largest-contentful-paint', 'total-blocking-time']);

/** The median of a timing, of everything else the worst, against the budgets. */
export function judgeVisits(budgets: Budgets, visits: readonly Figures[]): Verdict[] {
  return (Object.keys(budgets) as (keyof Budgets)[]).map((name) => {
    const sorted = visits.map((figures) => figures[name]).sort((a, b) => a - b);
    const isScore = scores.has(name);
    const [lowest = Number.NaN, highest = Number.NaN] = [sorted[0], sorted.at(-1)];
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    const value = timings.has(name) ? median : isScore ? lowest : highest;
    const kept = isScore ? value >= budgets[name] : value <= budgets[name];
    return { name, value, lowest, highest, isScore, kept };
  });
}
