import { classNames } from '../class-names.ts';
import './icon.css';

export interface IconProps {
  /** `sm` is 20 px; the default is 24 px. */
  size?: 'sm';
  className?: string;
}

/**
 * A 24 × 24 line icon in the text color. Decorative: it always has a text beside it. Each icon has its own file, so
 * that a page loads only the ones it uses.
 */
export function Icon({ d, size, mirrored, className }: IconProps & { d: string; mirrored?: true }) {
  return (
    <svg
      className={classNames('icon', size && 'icon--sm', mirrored && 'icon--mirrored', className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
