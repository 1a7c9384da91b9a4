import type { ComponentPropsWithRef, ElementType } from 'react';
import { classNames } from './class-names.ts';
import './text-link.css';

type TextLinkProps<C extends ElementType> = {
  as?: C;
  /** `block` stands alone and is 44 px high. */
  block?: boolean;
  quiet?: boolean;
  className?: string | undefined;
} & Omit<ComponentPropsWithRef<C>, 'as' | 'block' | 'quiet' | 'className'>;

/** A link in a text or on its own; `as` takes the router's link, or `button` for what acts without an address. */
export function TextLink<C extends ElementType = 'a'>({ as, block, quiet, className, ...rest }: TextLinkProps<C>) {
  const Anchor: ElementType = as ?? 'a';
  return <Anchor {...rest} className={classNames('link', block && 'link--block', quiet && 'link--quiet', className)} />;
}
