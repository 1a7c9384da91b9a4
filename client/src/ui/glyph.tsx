import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './glyph.css';

interface GlyphProps {
  tone?: 'accent' | 'beacon' | 'danger' | 'ok' | undefined;
  round?: boolean;
  large?: boolean;
  /** An icon. */
  children: ReactNode;
}

/** The colored square or disc behind an icon. */
export function Glyph({ tone, round, large, children }: GlyphProps) {
  return (
    <span className={classNames('glyph', tone && `glyph--${tone}`, round && 'glyph--round', large && 'glyph--lg')}>
      {children}
    </span>
  );
}
