import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Glyph } from './glyph.tsx';
import { AlertIcon } from './icons/alert-icon.tsx';
import { CheckIcon } from './icons/check-icon.tsx';
import { PageTitle } from './page-title.tsx';
import './alert-box.css';

/** A longer description moves the action further down. product.md §9 */
const longDescription = 50;

interface AlertBoxProps {
  tone?: 'success' | 'error';
  /** Replaces the tone's icon. */
  art?: ReactNode;
  title: string;
  description?: string | undefined;
  action?: ReactNode;
  footer?: ReactNode;
  /** 2 if the box is not the whole page. */
  level?: 1 | 2;
}

/**
 * The design's alert box, a message page: icon, title, text, action, footer. It is no `role="alert"`: it interrupts
 * nothing. At level 1 it sets the document title.
 */
export function AlertBox({ tone, art, title, description = '', action, footer, level = 1 }: AlertBoxProps) {
  const icon = tone && (
    <Glyph large round tone={tone === 'success' ? 'ok' : 'danger'}>
      {tone === 'success' ? <CheckIcon /> : <AlertIcon />}
    </Glyph>
  );
  return (
    <section className={classNames('alert-box', description.length > longDescription && 'is-long')}>
      {(art ?? icon) && <div className="alert-box__art">{art ?? icon}</div>}
      {level === 1 ? <PageTitle title={title} /> : <h2 className="h1">{title}</h2>}
      {description && <p>{description}</p>}
      {action && <div className="alert-box__action full">{action}</div>}
      {footer && <p className="alert-box__foot">{footer}</p>}
    </section>
  );
}
