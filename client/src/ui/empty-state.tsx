import type { ReactNode } from 'react';
import { Glyph } from './glyph.tsx';
import { SyncIcon } from './icons/sync-icon.tsx';
import './empty-state.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** The color behind the icon; none for an error. */
  tone?: 'accent' | undefined;
}

/** Shown in place of an empty list: icon, title, one sentence, one button. */
export function EmptyState({ icon, title, children, action, ...look }: EmptyStateProps) {
  return (
    <div className="empty">
      <Glyph large round tone={'tone' in look ? look.tone : 'accent'}>
        {icon}
      </Glyph>
      <h2 className="h3">{title}</h2>
      {children && <p className="soft prose">{children}</p>}
      {action}
    </div>
  );
}

/** Shown in place of content that failed to load, with a retry button. Announced. */
export function ErrorState({ title, children, action }: Pick<EmptyStateProps, 'title' | 'children' | 'action'>) {
  return (
    <div role="alert">
      <EmptyState icon={<SyncIcon />} tone={undefined} title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
