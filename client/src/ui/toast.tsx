import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { AlertIcon } from './icons/alert-icon.tsx';
import { CheckIcon } from './icons/check-icon.tsx';
import { CloseIcon } from './icons/close-icon.tsx';
import './toast.css';

interface ToastProps {
  tone: 'ok' | 'bad';
  children: ReactNode;
  closeLabel: string;
  onClose: () => void;
}

/** One short message with a result. Being announced is the task of the live region around it. */
export function Toast({ tone, children, closeLabel, onClose }: ToastProps) {
  return (
    <div className={classNames('toast', `toast--${tone}`)}>
      {tone === 'ok' ? <CheckIcon /> : <AlertIcon />}
      <span>{children}</span>
      <Button size="icon" aria-label={closeLabel} onClick={onClose}>
        <CloseIcon size="sm" />
      </Button>
    </div>
  );
}
