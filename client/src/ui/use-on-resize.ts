import { useEffect, useRef } from 'react';

/** product.md §9 */
const debounceMs = 150;

/** Calls back when the window size has not changed for 150 ms. */
export function useOnResize(callback: () => void): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => watchSize(() => latest.current()), []);
}

/** The same outside React. Returns a function that stops it. */
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
