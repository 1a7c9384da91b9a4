import type { ComponentPropsWithRef, ElementType } from 'react';
import { classNames } from './class-names.ts';
import './text-link.css';

type TextLinkProps<C extends ElementType> = {
  as?: C;
  /** `block` is a standalone link, 44 px high. */
  block?: boolean;
  quiet?: boolean;
  className?: string | undefined;
} & Omit<ComponentPropsWithRef<C>, 'as' | 'block' | 'quiet' | 'className'>;

/** A text link. Pass the router's `Link` as `as`, or `button` for an action without an address. */
export function TextLink<C extends ElementType = 'a'>({ as, block, quiet, className, ...rest }: TextLinkProps<C>) {
  const Anchor: ElementType = as ?? 'a';
  return <Anchor {...rest} className={classNames('link', block && 'link--block', quiet && 'link--quiet', className)} />;
}
