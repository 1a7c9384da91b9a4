import type { ReactNode } from 'react';
import './sticky-bar.css';

/** Stays at the bottom while the page scrolls: what is chosen left, what to do with it right. */
export const StickyBar = ({ children, action }: { children: ReactNode; action: ReactNode }) => (
  <div className="sticky-bar">
    <div className="row gap-3 small">{children}</div>
    {action}
  </div>
);
