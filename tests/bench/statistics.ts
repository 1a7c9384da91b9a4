/** NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** The reference's value divided by the target's own, for each round: above 1, the target is better. */
export const ratios = (reference: readonly number[], own: readonly number[]): number[] =>
  own.map((value, round) => (reference[round] ?? Number.NaN) / value);

export const withSpread = (values: readonly number[], digits = 2): string =>
  values.length === 0
    ? '-'
    : `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
