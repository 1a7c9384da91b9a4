import { type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import './checkbox.css';

interface RadioCardsProps<Value extends string> {
  legend: ReactNode;
  choices: readonly { readonly value: Value; readonly label: ReactNode }[];
  /** Null for no selection. */
  value: Value | null;
  onChange: (value: Value) => void;
  error?: ReactNode;
}

/** A group of radio buttons, each in a card. */
export function RadioCards<Value extends string>({ legend, choices, value, onChange, error }: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}e` : undefined}>
      <legend className="legend h4">{legend}</legend>
      <div className="stack gap-2">
        {choices.map((choice) => (
          <label key={choice.value} className="check check--tile">
            <input type="radio" name={id} checked={choice.value === value} onChange={() => onChange(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))}
        {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      </div>
    </fieldset>
  );
}
