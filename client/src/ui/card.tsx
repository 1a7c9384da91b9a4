import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import './card.css';

/** A card. `flush` has no padding, for rows. Give it a heading or an `aria-label`. */
export function Card({ flush, className, ...rest }: ComponentPropsWithRef<'section'> & { flush?: boolean }) {
  return <section {...rest} className={classNames('card', flush && 'card--flush', className)} />;
}
