import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CloseIcon } from './icons/close-icon.tsx';
import './dialog.css';

interface DialogProps {
  title: ReactNode;
  /** Drawn over the title, and both in the middle: something has been achieved. */
  art?: ReactNode;
  /** What Esc and the close button do. Without it there is no close button, and the actions are the only way out. */
  onClose?: (() => void) | undefined;
  closeLabel?: string;
  /** A request is running: nothing closes. */
  busy?: boolean;
  /** A bank or a wallet takes over the page: the dialog closes for the browser and keeps its content. */
  suspended?: boolean;
  wide?: boolean;
  /** The id of the text that is read after the title when the dialog opens. */
  describedBy?: string;
  /** Buttons, the safe choice first; on phones the last one is on top. */
  actions?: ReactNode;
  /** The actions share the width. */
  fillActions?: boolean;
  children?: ReactNode;
}

/**
 * A question or a short task before the page, open as long as it is rendered. The browser holds the focus inside and
 * the page behind still; afterwards the focus goes back to where it came from, or to the page's title if that is gone.
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

  // With the commit, not after it: Chrome tells of a close in its next frame, however late that comes, and the one who
  // hears of it must not find a dialog that is back, but not open yet.
  useLayoutEffect(() => {
    if (suspended) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
  }, [suspended]);

  // After the commit: as long as the dialog stands, nothing behind it takes the focus.
  useEffect(
    () => () => {
      document.documentElement.style.scrollbarGutter = '';
      const from = opener.current;
      const target = from?.isConnected && from !== document.body ? from : document.querySelector('main h1');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [],
  );

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
        // A file input inside sends the same event when its own window is left.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      // Chrome closes at the second Esc, whatever the page says.
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
