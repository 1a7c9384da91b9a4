import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { AlertIcon } from './icons/alert-icon.tsx';
import './field.css';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The message below the control; without one the field is valid. */
  error?: ReactNode;
  /** A toast announces the same text. */
  quietError?: boolean | undefined;
  className?: string;
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A form field: label, control, hint, error. The child renders the control with the given attributes. */
export function Field({ label, hint, error, quietError, className, children }: FieldProps) {
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
      {error && (
        <FieldError id={`${id}e`} quiet={quietError}>
          {error}
        </FieldError>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children' | 'className'> &
  Omit<ComponentPropsWithRef<'input'>, 'children' | 'id'>;

export function TextField({ label, hint, error, quietError, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} quietError={quietError}>
      {(control) => <input type="text" {...input} {...control} className={classNames('input', className)} />}
    </Field>
  );
}

/** An email input with autocomplete and without auto-correction. */
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

interface FieldErrorProps {
  id?: string;
  /** Not announced. */
  quiet?: boolean | undefined;
  children: ReactNode;
}

/** An error message, announced when it appears. The control references its id in `aria-describedby`. */
export function FieldError({ id, quiet, children }: FieldErrorProps) {
  return (
    <p className="field__error" id={id} role={quiet ? undefined : 'alert'}>
      <AlertIcon size="sm" />
      <span>{children}</span>
    </p>
  );
}
