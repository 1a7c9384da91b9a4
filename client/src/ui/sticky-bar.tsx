import type { ReactNode } from 'react';
import './sticky-bar.css';

/** A bar that sticks to the bottom: a summary left, its action right. */
export const StickyBar = ({ children, action }: { children: ReactNode; action: ReactNode }) => (
  <div className="sticky-bar">
    <div className="row gap-3 small">{children}</div>
    {action}
  </div>
);
