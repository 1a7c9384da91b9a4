import { startTransition, useEffect, useState } from 'react';

/** The debounce of the search. product.md §5 */
const debounceMs = 400;

/** Debounces a value. Its updates are transitions, so that they do not block typing. `setNow` does not wait. */
export function useDebounced(value: string): readonly [debounced: string, setNow: (value: string) => void] {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => scheduleDebounced(() => startTransition(() => setDebounced(value))), [value]);
  return [debounced, setDebounced];
}

/** Returns a function that cancels it. */
export function scheduleDebounced(run: () => void): () => void {
  const timer = setTimeout(run, debounceMs);
  return () => clearTimeout(timer);
}
