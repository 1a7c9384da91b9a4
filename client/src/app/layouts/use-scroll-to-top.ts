import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Waits until the new screen has its final height. product.md §9 */
const delayMs = 50;

/** Scrolls a new screen to its top. After Back and Forward the browser restores the position. */
export function useScrollToTop(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation.
  useEffect(() => (type === NavigationType.Pop ? undefined : scrollToTopSoon()), [key, type]);
}

/** Returns a function that cancels it. */
export function scrollToTopSoon(): () => void {
  const timer = setTimeout(() => scrollTo(0, 0), delayMs);
  return () => clearTimeout(timer);
}
