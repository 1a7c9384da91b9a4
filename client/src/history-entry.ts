/** React Router counts the entries; one that is replaced keeps its number. Pages are also prerendered, without any. */
const entryNumber = (): number => globalThis.history?.state?.idx ?? 0;

/** Remembers the entry of the browser's history. The result says whether the user is still there. */
export function rememberHistoryEntry(): () => boolean {
  const number = entryNumber();
  return () => entryNumber() === number;
}
