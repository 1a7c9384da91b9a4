import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import './field.css';
import { AlertIcon } from './icons/alert-icon.tsx';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The sentence under the control; without one the field is valid. */
  error?: ReactNode;
  className?: string;
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** Label above, control, hint, error; ties them together for the control that the child renders. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}h`, error && `${id}e`].filter(Boolean).join(' ');
  return (
    <div className={classNames('field', className)}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p className="field__hint" id={`${id}h`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children' | 'className'> &
  Omit<ComponentPropsWithRef<'input'>, 'children' | 'id'>;

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className={classNames('input', className)} />}
    </Field>
  );
}

/** For signing in and for other addresses: takes 254 characters, suggests what the browser knows, is never corrected. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

/** Announced as soon as it appears. The control it belongs to names its id in `aria-describedby`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field__error" id={id} role="alert">
      <AlertIcon size="sm" />
      <span>{children}</span>
    </p>
  );
}
