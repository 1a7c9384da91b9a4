import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import './checkbox.css';

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  children: ReactNode;
  /** A sentence below the label. */
  hint?: ReactNode;
}

export function Checkbox({ children, hint, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <label className={classNames('check', className)}>
      <input type="checkbox" {...input} aria-labelledby={id} aria-describedby={hint ? `${id}h` : undefined} />
      <span>
        <span id={id} className={hint ? 'check__title' : undefined}>
          {children}
        </span>
        {hint && (
          <span id={`${id}h`} className="check__hint">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
