import { type ComponentProps, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import './copy-row.css';

interface CopyRowProps
  extends Pick<ComponentProps<typeof CopyButton>, 'copiedLabel' | 'refusedText' | 'name' | 'mayCopy'> {
  label: string;
  value: string;
  copyLabel: string;
}

/** A labeled value with a copy button, inside a `dl`. */
export function CopyRow({ label, value, copyLabel, copiedLabel, refusedText, name, mayCopy }: CopyRowProps) {
  const words = useRef<HTMLElement>(null);
  const selectValue = () => {
    if (words.current) getSelection()?.selectAllChildren(words.current);
  };
  return (
    <div className="copy-row">
      <dt>{label}</dt>
      <dd className="mono" translate="no" ref={words}>
        {value}
      </dd>
      <dd className="copy-row__action">
        <CopyButton
          size="sm"
          text={value}
          label={copyLabel}
          copiedLabel={copiedLabel}
          name={name}
          mayCopy={mayCopy}
          refusedText={refusedText}
          onRefuse={selectValue}
        />
      </dd>
    </div>
  );
}
