import { type ChangeEvent, type ClipboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';
import { Spinner } from './spinner.tsx';
import './code-input.css';

interface CodeInputProps {
  /** The accessible name. */
  label: string;
  value: string;
  /** Receives at most six ASCII digits. */
  onChange: (value: string) => void;
  /** Called once per complete code, and again after it was deleted and retyped. */
  onComplete?: (code: string) => void;
  /** The message below the cells. When it appears, a complete code is selected to be overwritten. */
  error?: string | undefined;
  /** The code is being verified: it stays visible and cannot be changed. */
  busy?: boolean;
  /** The message while busy ("Checking the code…"). */
  busyLabel?: string;
  autoFocus?: boolean;
}

/** A transparent input over six drawn cells: paste, autofill and screen readers use one plain field. */
export function CodeInput({ label, value, onChange, onComplete, error, busy, busyLabel, autoFocus }: CodeInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const completed = useRef('');
  const [[start, end], setSelection] = useState([0, 0]);

  // Not its text: another language must not take the focus.
  const isInvalid = Boolean(error);
  useEffect(() => {
    const field = input.current;
    if (!isInvalid || !field) return;
    field.focus();
    // Digits may be missing: the next one is added to them.
    if (field.value.length < codeLength) return;
    field.select();
    setSelection([0, codeLength]);
  }, [isInvalid]);

  const accept = (text: string) => {
    const code = readCode(text);
    if (busy) return;
    onChange(code);
    setSelection([code.length, code.length]);
    // Autofill may report the same code twice; deleting and retyping it is intentional.
    if (code === completed.current) return;
    completed.current = code.length < codeLength ? '' : code;
    if (completed.current) onComplete?.(code);
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!readCode(text)) return;
    // Pasting replaces the value: the pasted text must not mix with the digits typed before.
    event.preventDefault();
    accept(text);
  };
  const handleSelect = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    setSelection([currentTarget.selectionStart ?? 0, currentTarget.selectionEnd ?? 0]);

  const cell = (index: number) => (
    <span
      key={index}
      aria-hidden="true"
      translate="no"
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
        {/* No maxlength: it would truncate a pasted text before its code. */}
        <input
          ref={input}
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          // biome-ignore lint/a11y/noAutofocus: the user just navigated to this field.
          autoFocus={autoFocus}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}e` : undefined}
          readOnly={busy}
          value={value}
          onChange={(event: ChangeEvent<HTMLInputElement>) => accept(event.target.value)}
          onPaste={handlePaste}
          onSelect={handleSelect}
        />
      </div>
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      {/* Always there: most screen readers announce changes of a region only. */}
      <p className="row small soft gap-2" role="status">
        {busy && busyLabel && !error && (
          <>
            <Spinner />
            <span>{busyLabel}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** The length of a one-time code. product.md §9 */
export const codeLength = 6;

const run = new RegExp(String.raw`(?<!\d)\d{${codeLength}}(?!\d)`);
// "123 456", "123-456": two halves without further groups of digits, which would be a phone number.
const halves = /(?<!\d[\s.–-]?)(\d{3})[\s.–-](\d{3})(?![\s.–-]?\d)/;

/**
 * Extracts the code from any text, as at most six ASCII digits: the first run of exactly six, else two halves of three,
 * else the first six digits. Accepts the digits of every script.
 */
export function readCode(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Nd}/gu, toAsciiDigit);
  const found = run.exec(plain)?.[0] ?? halves.exec(plain)?.slice(1).join('');
  return found ?? plain.replace(/\D/g, '').slice(0, codeLength);
}

/** Unicode stores each script's ten digits in order, so the distance to the character before 0 gives the value. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}
