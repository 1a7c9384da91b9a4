import { useRef, useState } from 'react';
import type { TextKey } from '../i18n/i18n.ts';
import { afterPointerUp } from './after-pointer-up.ts';
import { checkEmail } from './check-email.ts';

/** The state of an email field: checked on blur and on submit, its error cleared by typing. */
export function useEmailField(initial: () => string) {
  const ref = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState(initial);
  const [error, setError] = useState<TextKey | null>(null);
  const check = () => checkEmail(email, ref.current?.validity.valid ?? true);
  const change = (value: string) => {
    setEmail(value);
    setError(null);
  };
  return {
    email,
    error,
    change,
    /** Shows the error and focuses the field. Returns whether the address is valid. */
    validate(): boolean {
      const found = check();
      setError(found);
      if (found) ref.current?.focus();
      return found === null;
    },
    input: {
      ref,
      // Not `required`: Firefox calls an empty field invalid then, before anything was typed.
      'aria-required': true,
      value: email,
      onChange: ({ target }: { target: HTMLInputElement }) => change(target.value),
      // Tabbing through an empty field is not an error yet.
      onBlur: () => afterPointerUp(() => ref.current?.value !== '' && setError(check())),
    },
  };
}
