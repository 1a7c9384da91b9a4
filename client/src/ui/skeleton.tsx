import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './skeleton.css';

/** The loaded page's boxes while it is on its way, shown after 200 ms; the label is what a screen reader hears. */
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

/** Appears after 200 ms, so that nothing flickers when the content comes at once. */
export const Delayed = ({ className, busy, children }: DelayedProps) => (
  <div className={classNames('skeleton', className)} aria-busy={busy}>
    {children}
  </div>
);

/** The place of a page's title. */
export const SkeletonTitle = () => (
  <div className="page-head">
    <SkeletonBox shape="h" width={30} className="sk--title" />
  </div>
);

interface SkeletonBoxProps {
  /** Per cent of the line; without it the box fills the line or has its shape's own width. */
  width?: 20 | 30 | 45 | 60 | 80;
  /** A line of text unless said otherwise; `line` is as high as one, with its leading. */
  shape?: 'line' | 'h' | 'btn' | 'action' | 'glyph' | 'banner' | 'plan';
  className?: string;
}

export const SkeletonBox = ({ width, shape, className }: SkeletonBoxProps) => (
  <span className={classNames('sk', width && `sk--w${width}`, shape && `sk--${shape}`, className)} />
);
