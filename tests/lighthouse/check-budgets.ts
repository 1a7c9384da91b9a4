import type { Budgets } from './pages.ts';

export type Figures = { readonly [Name in keyof Budgets]: number };

export interface BudgetResult {
  readonly name: keyof Budgets;
  readonly value: number;
  readonly lowest: number;
  readonly highest: number;
  readonly isScore: boolean;
  readonly met: boolean;
}

/** Higher is better. */
const scores: ReadonlySet<keyof Budgets> = new Set(['performance', 'accessibility', 'best-practices']);

/** Values that vary between visits on a busy machine. */
const timings: ReadonlySet<keyof Budgets> = new Set([
  'performance',
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
]);

/** Compares the median of each timing, and the worst of everything else, with the budgets. */
export function checkBudgets(budgets: Budgets, visits: readonly Figures[]): BudgetResult[] {
  return (Object.keys(budgets) as (keyof Budgets)[]).map((name) => {
    const sorted = visits.map((figures) => figures[name]).sort((a, b) => a - b);
    const isScore = scores.has(name);
    const [lowest = Number.NaN, highest = Number.NaN] = [sorted[0], sorted.at(-1)];
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    const value = timings.has(name) ? median : isScore ? lowest : highest;
    const met = isScore ? value >= budgets[name] : value <= budgets[name];
    return { name, value, lowest, highest, isScore, met };
  });
}
