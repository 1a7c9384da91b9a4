import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CloseIcon } from './icons/close-icon.tsx';
import { openDialogs } from './open-dialogs.ts';
import './dialog.css';

interface DialogProps {
  title: ReactNode;
  /** An icon above the title, centers both: for a success. */
  art?: ReactNode;
  /** Called by Esc and the close button. Without it there is no close button, and only the actions close the dialog. */
  onClose?: (() => void) | undefined;
  closeLabel?: string;
  /** A request is running: the dialog cannot be closed. */
  busy?: boolean;
  /** A bank or a wallet controls the page: hides the dialog but keeps its content. */
  suspended?: boolean;
  wide?: boolean;
  /** The id of the text that screen readers announce after the title. */
  describedBy?: string;
  /** The buttons, the safe choice first; on phones the last one is on top. */
  actions?: ReactNode;
  /** The actions fill the width. */
  fillActions?: boolean;
  children?: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. The browser keeps the focus inside; if the focused element disappears, the
 * title gets the focus. When the dialog closes, the focus returns to the element that had it, or to the page title if
 * that is gone.
 */
export function Dialog(props: DialogProps) {
  const { title, art, onClose, closeLabel, busy, suspended, wide, describedBy } = props;
  const { actions, fillActions, children } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);

  useLayoutEffect(() => {
    opener.current = document.activeElement;
    const page = document.documentElement;
    if (page.clientWidth < innerWidth) page.style.scrollbarGutter = 'stable';
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);

  // A layout effect: Chrome fires `close` in a later frame, and its handler must find the dialog already reopened.
  useLayoutEffect(() => {
    if (suspended) {
      dialog.current?.close();
      return;
    }
    if (!dialog.current?.open) dialog.current?.showModal();
    openDialogs.set(openDialogs.get() + 1);
    return () => openDialogs.set(openDialogs.get() - 1);
  }, [suspended]);

  // A passive effect: nothing behind an open dialog can take the focus.
  useEffect(
    () => () => {
      document.documentElement.style.scrollbarGutter = '';
      const from = opener.current;
      const target = from?.isConnected && from !== document.body ? from : document.querySelector('main h1');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [],
  );

  // A pressed button that disappears leaves the focus on the page behind the dialog, where screen readers lose it.
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    let focused: EventTarget | null = null;
    const noteFocus = ({ target }: FocusEvent) => {
      focused = target;
    };
    const observer = new MutationObserver(() => {
      const isGone = focused instanceof Element && !focused.isConnected;
      if (isGone && document.activeElement === document.body) heading.current?.focus();
    });
    element.addEventListener('focusin', noteFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', noteFocus);
      observer.disconnect();
    };
  }, []);

  const close = () => {
    if (!busy) onClose?.();
  };
  return (
    <dialog
      ref={dialog}
      className={classNames('dialog', wide && 'dialog--wide')}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // A file input inside fires the same event when its picker is canceled.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      // Chrome closes on the second Esc even if `cancel` was prevented.
      onClose={() => {
        if (suspended || dialog.current?.open) return;
        if (onClose && !busy) onClose();
        else dialog.current?.showModal();
      }}
    >
      <div className={classNames('dialog__head', art !== undefined && 'dialog__head--art')}>
        {art}
        <h2 className="h2" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {onClose && (
          <Button
            variant="quiet"
            size="icon"
            className="dialog__close"
            aria-label={closeLabel}
            aria-disabled={busy}
            onClick={close}
          >
            <CloseIcon />
          </Button>
        )}
      </div>
      {children}
      {actions && (
        <div className="dialog__foot">
          <div className={classNames('btn-row', fillActions && 'btn-row--fill')}>{actions}</div>
        </div>
      )}
    </dialog>
  );
}
