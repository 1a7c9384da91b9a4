import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './delayed.css';

interface DelayedProps {
  className?: string;
  busy?: boolean;
  children: ReactNode;
}

/** Appears after 200 ms, so that fast responses do not flicker. */
export const Delayed = ({ className, busy, children }: DelayedProps) => (
  <div className={classNames('skeleton', className)} aria-busy={busy}>
    {children}
  </div>
);
