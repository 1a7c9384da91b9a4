import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CrownIcon } from './icons/crown-icon.tsx';
import './badge.css';

interface BadgeProps {
  /** `plain` and `solid-beacon` are for the plan card, `timer` is for a countdown. */
  tone?: 'accent' | 'beacon' | 'success' | 'danger' | 'plain' | 'solid-beacon' | 'timer';
  icon?: ReactNode;
  children: ReactNode;
}

/** A short state, with an icon so that color is not the only cue. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={classNames('badge', tone && `badge--${tone}`)}>
      {icon}
      <span>{children}</span>
    </span>
  );
}

/** A crown with a word; below 480 px only screen readers get the word. */
export function PremiumBadge({ children }: { children: ReactNode }) {
  return (
    <span className="badge badge--accent badge--prem">
      <CrownIcon />
      <span>{children}</span>
    </span>
  );
}
