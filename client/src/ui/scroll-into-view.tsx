import { type ReactNode, useEffect, useRef } from 'react';

/** Comes into sight as it appears, wherever the page is scrolled to: what is said about a button that stays at the bottom. */
export function ScrollIntoView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return <div ref={place}>{children}</div>;
}
