import type { ComponentPropsWithRef, ReactNode } from 'react';
import { SearchIcon } from './icons/search-icon.tsx';
import './field.css';

interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className' | 'placeholder'> {
  /** Read by screen readers, and shown as the placeholder. */
  label: string;
  /** An icon button at the right. */
  action?: ReactNode;
}

export const SearchField = ({ label, action, ...input }: SearchFieldProps) => (
  <div className="input-group">
    <SearchIcon size="sm" />
    <input
      autoComplete="off"
      spellCheck={false}
      {...input}
      className="input"
      type="search"
      aria-label={label}
      placeholder={label}
    />
    {action && <span className="input-group__end">{action}</span>}
  </div>
);
