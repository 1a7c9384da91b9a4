/** What a visitor wanted to do next is forgotten after an hour. decisions.md §4 */
const intentMaxAgeMs = 3_600_000;

/** Whether something saved then still counts. */
export const isFresh = (savedAt: unknown, now = Date.now()): boolean =>
  typeof savedAt === 'number' && Math.abs(now - savedAt) < intentMaxAgeMs;
