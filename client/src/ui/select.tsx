import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { ChevronIcon } from './icons/chevron-icon.tsx';
import './select.css';

interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'id'> {
  /** The accessible name. */
  label: string;
  icon: ReactNode;
  /** Shown in place of the selected option, where there is little space. */
  shown?: string | undefined;
}

/** A native select with an icon, for bars and menus. */
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
