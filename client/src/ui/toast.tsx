import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStoreValue } from '../store.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { AlertIcon } from './icons/alert-icon.tsx';
import { CheckIcon } from './icons/check-icon.tsx';
import { CloseIcon } from './icons/close-icon.tsx';
import { openDialogs } from './open-dialogs.ts';
import './toast.css';

/**
 * How long a toast is shown, without the time it is hovered or focused, or a dialog or another tab lies over it.
 * product.md §9
 */
const shownMs = 4_000;

export interface ToastItem {
  readonly id: number;
  readonly tone: 'ok' | 'bad';
  readonly content: ReactNode;
}

interface ToastQueueProps {
  /** The first one is shown; the others wait. */
  toasts: readonly ToastItem[];
  closeLabel: string;
  onDismiss: (id: number) => void;
}

/** Shows one toast at a time. Both live regions always exist: not every screen reader announces a new region. */
export function ToastQueue({ toasts, closeLabel, onDismiss }: ToastQueueProps) {
  const [current] = toasts;
  const shown = current && (
    <TimedToast key={current.id} toast={current} closeLabel={closeLabel} onDismiss={() => onDismiss(current.id)} />
  );
  return (
    <div className="toasts">
      <div role="status">{current?.tone === 'ok' && shown}</div>
      <div role="alert">{current?.tone === 'bad' && shown}</div>
    </div>
  );
}

interface TimedToastProps {
  toast: ToastItem;
  closeLabel: string;
  onDismiss: () => void;
}

function TimedToast({ toast, closeLabel, onDismiss }: TimedToastProps) {
  const [held, setHeld] = useState(false);
  const isCovered = useStoreValue(openDialogs, (count) => count > 0 || document.hidden);
  const paused = held || isCovered;
  const remainingMs = useRef(shownMs);
  const dismiss = useRef(onDismiss);
  const cameFrom = useRef<EventTarget | null>(null);
  useEffect(() => {
    dismiss.current = onDismiss;
  });
  useEffect(() => {
    if (paused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss.current(), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - startedAt;
    };
  }, [paused]);
  const close = () => {
    onDismiss();
    // Otherwise the focus would be lost with the toast's button.
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes whether the toast is hovered or focused.
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      {/* Added anew when it is uncovered: screen readers announce it then. */}
      <Toast key={String(isCovered)} tone={toast.tone} closeLabel={closeLabel} onClose={close}>
        {toast.content}
      </Toast>
    </div>
  );
}

interface ToastProps {
  tone: 'ok' | 'bad';
  children: ReactNode;
  closeLabel: string;
  onClose: () => void;
}

/** A short result message. The live region around it announces it. */
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
