import { useId } from 'react';
import './tabs.css';

interface SegmentedProps<Value extends string> {
  /** The accessible name of the group. */
  label: string;
  choices: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of two or three, with native radio buttons that look like tabs. */
export function Segmented<Value extends string>({ label, choices, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className="tabs" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        // A new text gets a new label, because the browser's translator may have replaced the old text. Screen readers
        // would repeat a text in an element of its own.
        <label key={choice.label} className="tabs__tab">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
