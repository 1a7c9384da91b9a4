import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { ChevronIcon } from './icons/chevron-icon.tsx';
import './select.css';

interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'id'> {
  /** For screen readers. */
  label: string;
  icon: ReactNode;
  /** Painted instead of the chosen option where there is little room. */
  shown?: string | undefined;
}

/** The browser's own list with an icon before it, for bars and menus. */
export function Select({ label, icon, shown, children, ...rest }: SelectProps) {
  const id = useId();
  return (
    <span className={classNames('select', shown && 'select--short')}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      {icon}
      {shown && (
        <span className="select__shown" aria-hidden="true">
          {shown}
        </span>
      )}
      <select {...rest} id={id}>
        {children}
      </select>
      <ChevronIcon />
    </span>
  );
}
