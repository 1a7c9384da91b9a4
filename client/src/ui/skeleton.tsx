import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Delayed } from './delayed.tsx';
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

interface SkeletonBoxProps {
  /** Percent of the line; the default is the full line or the shape's own width. */
  width?: 20 | 30 | 45 | 60 | 80;
  /** A line of text by default; `line` includes the line spacing. */
  shape?: 'line' | 'h' | 'btn' | 'action' | 'glyph' | 'banner';
}

export const SkeletonBox = ({ width, shape }: SkeletonBoxProps) => (
  <span className={classNames('sk', width && `sk--w${width}`, shape && `sk--${shape}`)} />
);
