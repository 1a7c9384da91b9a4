import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CrownIcon } from './icons/crown-icon.tsx';
import './badge.css';

interface BadgeProps {
  /** `plain` and `solid-beacon` are for the plan card, `timer` for a countdown. */
  tone?: 'accent' | 'beacon' | 'success' | 'danger' | 'plain' | 'solid-beacon' | 'timer';
  icon?: ReactNode;
  children: ReactNode;
}

/** A short state in words, with an icon where colour alone would speak. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={classNames('badge', tone && `badge--${tone}`)}>
      {icon}
      {children}
    </span>
  );
}

/** Crown and word; under 480 px the word is for screen readers alone. */
export function PremiumBadge({ children }: { children: ReactNode }) {
  return (
    <span className="badge badge--accent badge--prem">
      <CrownIcon />
      <span>{children}</span>
    </span>
  );
}
