import { type ChangeEvent, type ClipboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';
import { Spinner } from './spinner.tsx';
import './code-input.css';

interface CodeInputProps {
  /** Read to those who cannot see the cells. */
  label: string;
  value: string;
  /** Gets at most six ASCII digits. */
  onChange: (value: string) => void;
  /** Called once for each full code; one that was deleted and typed again is another. */
  onComplete?: (code: string) => void;
  /** The sentence under the cells; when it appears, the code is selected to be typed over. */
  error?: string | undefined;
  /** The code is being checked: it stays readable and cannot be changed. */
  busy?: boolean;
  /** Words beside the cells while they are busy ("Checking the code…"). */
  busyLabel?: string;
  autoFocus?: boolean;
}

/** One real input lies transparent over six painted cells: paste, autofill and screen readers meet one plain field. */
export function CodeInput({ label, value, onChange, onComplete, error, busy, busyLabel, autoFocus }: CodeInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const completed = useRef('');
  const [[start, end], setSelection] = useState([0, 0]);

  useEffect(() => {
    if (!error) return;
    input.current?.focus();
    input.current?.select();
    setSelection([0, codeLength]);
  }, [error]);

  const accept = (text: string) => {
    const code = readCode(text);
    if (busy) return;
    onChange(code);
    setSelection([code.length, code.length]);
    // Autofill may report the same code twice; whoever deletes digits and types them again means it.
    if (code === completed.current) return;
    completed.current = code.length < codeLength ? '' : code;
    if (completed.current) onComplete?.(code);
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!readCode(text)) return;
    // What is pasted replaces what is there: the words around a code must not mix with digits typed before.
    event.preventDefault();
    accept(text);
  };
  const handleSelect = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    setSelection([currentTarget.selectionStart ?? 0, currentTarget.selectionEnd ?? 0]);

  const cell = (index: number) => (
    <span
      key={index}
      aria-hidden="true"
      className={classNames(
        'code__cell',
        start === end && index === Math.min(start, codeLength - 1) && 'is-current',
        index >= start && index < end && 'is-selected',
      )}
    >
      {value[index]}
    </span>
  );
  return (
    <div className="stack gap-3">
      <div className={classNames('code', error && 'is-invalid', busy && 'is-busy')}>
        {[0, 1, 2].map(cell)}
        <span aria-hidden="true" />
        {[3, 4, 5].map(cell)}
        {/* No maxlength: it would cut a pasted text before the code in it. */}
        <input
          ref={input}
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          // biome-ignore lint/a11y/noAutofocus: the step before has just asked for this field.
          autoFocus={autoFocus}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || busy ? `${id}e` : undefined}
          readOnly={busy}
          value={value}
          onChange={(event: ChangeEvent<HTMLInputElement>) => accept(event.target.value)}
          onPaste={handlePaste}
          onSelect={handleSelect}
        />
      </div>
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      {busy && busyLabel && !error && (
        <p className="row small soft gap-2" id={`${id}e`} role="status">
          <Spinner />
          {busyLabel}
        </p>
      )}
    </div>
  );
}

/** Digits of a one-time code. product.md §9 */
export const codeLength = 6;

const run = new RegExp(String.raw`(?<!\d)\d{${codeLength}}(?!\d)`);
// "123 456", "123-456": two halves that no further group of digits stands beside, as in a phone number.
const halves = /(?<!\d[\s.–-]?)(\d{3})[\s.–-](\d{3})(?![\s.–-]?\d)/;

/**
 * The code in whatever was typed, pasted or filled in, at most six ASCII digits: the first run of exactly six, else two
 * halves of three, else the first six digits there are. Digits of any script count.
 */
export function readCode(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Nd}/gu, toAsciiDigit);
  const found = run.exec(plain)?.[0] ?? halves.exec(plain)?.slice(1).join('');
  return found ?? plain.replace(/\D/g, '').slice(0, codeLength);
}

/** Unicode keeps each script's ten digits together and in order, so the distance to the first neighbour that is none tells the value. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}
