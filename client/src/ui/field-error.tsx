import type { ReactNode } from 'react';
import { AlertIcon } from './icons/alert-icon.tsx';
import './field.css';

/** Announced as soon as it appears. The control it belongs to names its id in `aria-describedby`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field__error" id={id} role="alert">
      <AlertIcon size="sm" />
      <span>{children}</span>
    </p>
  );
}
