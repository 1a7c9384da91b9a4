import {
  type ComponentPropsWithRef,
  type ElementType,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CloseIcon } from './icons/close-icon.tsx';
import './menu.css';

interface MenuProps {
  /** The button's accessible name. */
  label: string;
  /** The button's icon while the panel is closed. */
  icon: ReactNode;
  className?: string;
  /** `MenuItem`s. */
  children: ReactNode;
}

/** A button that opens a panel of links and buttons. Esc, a click elsewhere and tabbing out close it. */
export function Menu({ label, icon, className, children }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, [open]);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles Esc from the controls inside.
    <div className={classNames('menu', className)} ref={box} onKeyDown={handleKey}>
      <Button
        ref={button}
        variant="quiet"
        size="icon"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? <CloseIcon /> : icon}
      </Button>
      {open && (
        <div className="menu__panel" id={id} ref={measureTop}>
          {children}
        </div>
      )}
    </div>
  );
}

/** For the panel's height. In large text the header above it may have two rows. */
const measureTop = (panel: HTMLElement | null): void =>
  panel?.style.setProperty('--top', `${panel.getBoundingClientRect().top}px`);

type MenuItemProps<C extends ElementType> = { as?: C; icon: ReactNode } & Omit<
  ComponentPropsWithRef<C>,
  'as' | 'icon' | 'className'
>;

/** One item of a menu. Pass the router's `Link` or `button` as `as`. */
export function MenuItem<C extends ElementType = 'a'>({ as, icon, children, ...rest }: MenuItemProps<C>) {
  const Item: ElementType = as ?? 'a';
  return (
    <Item {...(as === 'button' && { type: 'button' })} {...rest} className="menu__item">
      {icon}
      <span>{children}</span>
    </Item>
  );
}
