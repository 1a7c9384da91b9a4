import type { ComponentPropsWithRef, ElementType, MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import { CheckIcon } from './icons/check-icon.tsx';
import { Spinner } from './spinner.tsx';
import './button.css';

interface Look {
  /** One `primary` per view. Without a variant the button is outlined. */
  variant?: 'primary' | 'ghost' | 'quiet' | 'danger' | 'ghost-danger' | undefined;
  /** `sm` is 44 px high; `icon` is a 44 px square that needs an `aria-label`. */
  size?: 'sm' | 'icon' | undefined;
  block?: boolean;
  className?: string | undefined;
}

const buttonClass = ({ variant, size, block, className }: Look, ...more: (string | false | undefined)[]) =>
  classNames('btn', variant && `btn--${variant}`, size && `btn--${size}`, block && 'btn--block', ...more, className);

interface ButtonProps extends Look, Omit<ComponentPropsWithRef<'button'>, 'className' | 'disabled'> {
  /** Keeps the focus and ignores clicks; the children say what is happening ("Saving…"). */
  loading?: boolean;
  /** Shows a success for a moment: green outline and check. */
  done?: boolean;
}

/**
 * A button. An inactive one is `aria-disabled` instead of disabled: it stays in the tab order, so that its reason can
 * be read.
 */
export function Button(props: ButtonProps) {
  const { variant, size, block, className, loading, done, onClick, children, ...rest } = props;
  const inactive = loading || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!inactive) return onClick?.(event);
    // Also prevents the submit, by click or by Enter in a field.
    event.preventDefault();
  };
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={inactive || undefined}
      className={buttonClass(
        { variant, size, block: block ?? false, className },
        loading && 'is-loading',
        done && 'is-done',
      )}
      onClick={handleClick}
    >
      {loading ? <Spinner /> : done ? <CheckIcon size="sm" /> : null}
      {/* The browser's translator replaces text nodes: React could not insert the spinner before one. */}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
}

type ButtonLinkProps<C extends ElementType> = Look & { as?: C } & Omit<ComponentPropsWithRef<C>, keyof Look | 'as'>;

/** A link that looks like a button. Pass the router's `Link` as `as` for internal addresses. */
export function ButtonLink<C extends ElementType = 'a'>({
  as,
  variant,
  size,
  block,
  className,
  ...rest
}: ButtonLinkProps<C>) {
  const Anchor: ElementType = as ?? 'a';
  return <Anchor {...rest} className={buttonClass({ variant, size, block: block ?? false, className })} />;
}
