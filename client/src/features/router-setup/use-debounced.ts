import { startTransition, useEffect, useState } from 'react';

/** The debounce of the search. product.md §5 */
const debounceMs = 400;

/**
 * Debounces a value. Its updates are transitions, so that they do not block typing. The function sets the value at
 * once.
 */
export function useDebounced(value: string): readonly [rested: string, countAtOnce: (value: string) => void] {
  const [rested, setRested] = useState(value);
  useEffect(() => scheduleDebounced(() => startTransition(() => setRested(value))), [value]);
  return [rested, setRested];
}

/** Returns a function that cancels it. */
export function scheduleDebounced(run: () => void): () => void {
  const timer = setTimeout(run, debounceMs);
  return () => clearTimeout(timer);
}
