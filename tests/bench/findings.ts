import type { TargetName } from './targets.ts';

/** One figure of one target in one row. */
export interface Finding {
  readonly row: string;
  readonly target: TargetName;
  readonly measure: Measure;
  readonly value: number;
}

/** `× bare`, `× nginx`, `× gateway`: the ratio of requests for the same CPU time. */
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
  readonly target: TargetName;
  readonly measure: Measure;
  readonly is: 'at least' | 'at most' | 'exactly';
  readonly limit: number;
}

export interface Verdict extends Budget {
  /** Null if it was not measured, because one of the targets is not installed. */
  readonly value: number | null;
  readonly kept: boolean;
}

/** Judges each budget of the measured rows. A missing value keeps its budget, NaN does not. */
export function judge(budgets: readonly Budget[], findings: readonly Finding[]): Verdict[] {
  const rows = new Set(findings.map(({ row }) => row));
  return budgets
    .filter(({ row }) => rows.has(row))
    .map((budget) => {
      const finding = findings.find(
        ({ row, target, measure }) => row === budget.row && target === budget.target && measure === budget.measure,
      );
      return { ...budget, value: finding?.value ?? null, kept: finding === undefined || isKept(budget, finding.value) };
    });
}

function isKept({ is, limit }: Budget, value: number): boolean {
  if (is === 'exactly') return value === limit;
  return is === 'at least' ? value >= limit : value <= limit;
}
