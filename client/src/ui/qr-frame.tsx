import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './qr-frame.css';

interface QrFrameProps {
  /** 200 px instead of 120. */
  large?: boolean;
  /** What the code is for; the words beside it say how to use it. */
  label: string;
  /** An svg with its quiet zone in it. */
  children: ReactNode;
}

/** Dark on white in both themes, or phones could not read it. */
export function QrFrame({ large, label, children }: QrFrameProps) {
  return (
    <span className={classNames('qr', large && 'qr--lg')} role="img" aria-label={label}>
      {children}
    </span>
  );
}
