import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './skeleton.css';

/** A loading placeholder, shown after 200 ms. Screen readers announce the label. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Delayed busy>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <div aria-hidden="true">{children}</div>
    </Delayed>
  );
}

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

/** The placeholder of a page title. */
export const SkeletonTitle = () => (
  <div className="page-head">
    <SkeletonBox shape="h" width={30} className="sk--title" />
  </div>
);

interface SkeletonBoxProps {
  /** Percent of the line; the default is the full line or the shape's own width. */
  width?: 20 | 30 | 45 | 60 | 80;
  /** A line of text by default; `line` includes the line spacing. */
  shape?: 'line' | 'h' | 'btn' | 'action' | 'glyph' | 'banner' | 'plan';
  className?: string;
}

export const SkeletonBox = ({ width, shape, className }: SkeletonBoxProps) => (
  <span className={classNames('sk', width && `sk--w${width}`, shape && `sk--${shape}`, className)} />
);
