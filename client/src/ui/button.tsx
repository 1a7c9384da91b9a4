import type { ComponentPropsWithRef, ElementType, MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import { CheckIcon } from './icons/check-icon.tsx';
import { Spinner } from './spinner.tsx';
import './button.css';

interface Look {
  /** One `primary` per view; without a variant the button has an outline. */
  variant?: 'primary' | 'ghost' | 'quiet' | 'danger' | 'ghost-danger' | 'wallet' | undefined;
  /** `sm` is 44 px high, `icon` a square of 44 px that needs an `aria-label`. */
  size?: 'sm' | 'icon' | undefined;
  block?: boolean;
  className?: string | undefined;
}

const buttonClass = ({ variant, size, block, className }: Look, ...more: (string | false | undefined)[]) =>
  classNames('btn', variant && `btn--${variant}`, size && `btn--${size}`, block && 'btn--block', ...more, className);

interface ButtonProps extends Look, Omit<ComponentPropsWithRef<'button'>, 'className' | 'disabled'> {
  /** Keeps colour, width and focus; the children say what happens ("Saving…"). Further clicks are ignored. */
  loading?: boolean;
  /** The result, for a moment: green outline and check. */
  done?: boolean;
}

/** A button. One that cannot be used now is `aria-disabled`: it keeps its place in the tab order, so that its reason can be read. */
export function Button(props: ButtonProps) {
  const { variant, size, block, className, loading, done, onClick, children, ...rest } = props;
  const inactive = loading || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!inactive) return onClick?.(event);
    // Also keeps an inactive submit button from submitting, whether clicked or reached by Enter in a field.
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
      {children}
    </button>
  );
}

type ButtonLinkProps<C extends ElementType> = Look & { as?: C } & Omit<ComponentPropsWithRef<C>, keyof Look | 'as'>;

/** A link that looks like a button; `as` takes the router's link for addresses inside the product. */
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
