import { type ReactNode, useEffect, useRef } from 'react';

/** Scrolls into view when it appears: for messages about a button in a sticky bar. */
export function ScrollIntoView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return <div ref={place}>{children}</div>;
}
