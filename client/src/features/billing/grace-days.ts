const dayMs = 86_400_000;

/** Whole days left, floor of ms / 86 400 000; 0 on the last day and after it. product.md §4 */
export const countGraceDays = (end: Date, now: Date): number =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / dayMs));
