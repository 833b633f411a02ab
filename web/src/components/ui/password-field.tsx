import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

type PasswordFieldProps = ComponentProps<typeof PasswordInput> & {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
};

/** A required password with its label; takes the rest of its props from the form's `register`. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <PasswordInput {...control} {...input} required />}
    </Field>
  );
}
