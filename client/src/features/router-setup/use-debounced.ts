import { startTransition, useEffect, useState } from 'react';

/** Typing in the search waits this long. product.md §5 */
const debounceMs = 400;

/**
 * The value once it has rested; what follows from it is drawn without holding up the next key. The function lets one
 * count at once.
 */
export function useDebounced(value: string): readonly [rested: string, countAtOnce: (value: string) => void] {
  const [rested, setRested] = useState(value);
  useEffect(() => scheduleDebounced(() => startTransition(() => setRested(value))), [value]);
  return [rested, setRested];
}

/** Returns what takes it back, as the next key does. */
export function scheduleDebounced(run: () => void): () => void {
  const timer = setTimeout(run, debounceMs);
  return () => clearTimeout(timer);
}
