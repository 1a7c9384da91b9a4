import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './qr-frame.css';

interface QrFrameProps {
  /** 200 px instead of 120. */
  large?: boolean;
  /** The purpose of the code; the text beside it explains how to use it. */
  label: string;
  /** An SVG that includes its quiet zone. */
  children: ReactNode;
}

/** Dark on white in both themes, or phones could not scan it. */
export function QrFrame({ large, label, children }: QrFrameProps) {
  return (
    <span className={classNames('qr', large && 'qr--lg')} role="img" aria-label={label}>
      {children}
    </span>
  );
}
