import { type ReactNode, useId } from 'react';
import { Tooltip } from './tooltip.tsx';
import './switch.css';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Why the switch is disabled; omit it for an enabled one. */
  disabledReason?: string | undefined;
}

/** A setting that applies immediately. */
export function Switch({ label, hint, checked, onChange, disabledReason }: SwitchProps) {
  const id = useId();
  const input = (reasonId?: string) => (
    <span className="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state.
        role="switch"
        id={id}
        checked={checked}
        aria-disabled={disabledReason ? true : undefined}
        aria-describedby={[hint && `${id}h`, reasonId].filter(Boolean).join(' ') || undefined}
        onChange={() => {
          if (!disabledReason) onChange(!checked);
        }}
      />
    </span>
  );
  return (
    <div className="switch-row">
      <div className="grow">
        <label className="switch-row__label" htmlFor={id}>
          {label}
        </label>
        {hint && (
          <p className="switch-row__hint" id={`${id}h`}>
            {hint}
          </p>
        )}
      </div>
      {disabledReason ? <Tooltip text={disabledReason}>{input}</Tooltip> : input()}
    </div>
  );
}
