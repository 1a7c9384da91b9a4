import type { ContenderName } from './contenders.ts';

/** One figure of one contender in one row. */
export interface Finding {
  readonly row: string;
  readonly contender: ContenderName;
  readonly measure: Measure;
  readonly value: number;
}

/** `× bare`, `× nginx`, `× gateway`: how many times as many requests for the same CPU time. */
export type Measure =
  | '× bare'
  | '× nginx'
  | '× gateway'
  | 'errors'
  | 'RSS MB'
  | 'added ms'
  | 'refreshes'
  | 'not 200'
  | 'failed runs';

export interface Budget {
  readonly row: string;
  readonly contender: ContenderName;
  readonly measure: Measure;
  readonly is: 'at least' | 'at most' | 'exactly';
  readonly limit: number;
}

export interface Verdict extends Budget {
  /** null: not measured, for one of the two was not there. */
  readonly value: number | null;
  readonly kept: boolean;
}

/** Each budget of the rows that were run. What could not be measured breaks none; a figure that is no number does. */
export function judge(budgets: readonly Budget[], findings: readonly Finding[]): Verdict[] {
  const rows = new Set(findings.map(({ row }) => row));
  return budgets
    .filter(({ row }) => rows.has(row))
    .map((budget) => {
      const finding = findings.find(
        ({ row, contender, measure }) =>
          row === budget.row && contender === budget.contender && measure === budget.measure,
      );
      return { ...budget, value: finding?.value ?? null, kept: finding === undefined || isKept(budget, finding.value) };
    });
}

function isKept({ is, limit }: Budget, value: number): boolean {
  if (is === 'exactly') return value === limit;
  return is === 'at least' ? value >= limit : value <= limit;
}
