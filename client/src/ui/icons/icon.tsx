import { classNames } from '../class-names.ts';
import './icon.css';

export interface IconProps {
  /** `sm` is 20 px, otherwise 24 px. */
  size?: 'sm';
  className?: string;
}

/**
 * A line drawing of 24 × 24 in the colour of the text around it, hidden from screen readers: words go with it, always.
 * One file for each icon, so that a page loads only the ones that it shows.
 */
export function Icon({ d, size, className }: IconProps & { d: string }) {
  return (
    <svg className={classNames('icon', size && 'icon--sm', className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
