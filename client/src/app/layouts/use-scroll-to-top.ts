import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** So that the new screen's own size is there first. product.md §9 */
const delayMs = 50;

/** A new screen starts at its top; after Back and Forward the browser restores the place. */
export function useScrollToTop(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that a navigation has happened.
  useEffect(() => (type === NavigationType.Pop ? undefined : scrollToTopSoon()), [key, type]);
}

/** Returns what takes it back. */
export function scrollToTopSoon(): () => void {
  const timer = setTimeout(() => scrollTo(0, 0), delayMs);
  return () => clearTimeout(timer);
}
