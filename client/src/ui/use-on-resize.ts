import { useEffect, useRef } from 'react';

/** product.md §9 */
const debounceMs = 150;

/** Calls back when the window has had its new size for 150 ms. */
export function useOnResize(callback: () => void): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => watchSize(() => latest.current()), []);
}

/** The same outside of a component; returns what ends it. */
export function watchSize(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(callback, debounceMs);
  };
  addEventListener('resize', wait);
  return () => {
    removeEventListener('resize', wait);
    clearTimeout(timer);
  };
}
