import type { ComponentProps } from 'react';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { EmailInput } from '#web/components/ui/email-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

/** The props that the form's `register` returns, and the field's error. */
type ContactFieldProps = ComponentProps<'input'> & { error: string | undefined };

export const NameField = ({ error, ...input }: ContactFieldProps) => (
  <Field label="Name" error={error}>
    {(control) => <Input {...control} {...input} autoComplete="name" required />}
  </Field>
);

export const EmailField = ({ error, ...input }: ContactFieldProps) => (
  <Field label="Email" error={error}>
    {(control) => <EmailInput {...control} {...input} />}
  </Field>
);

export const PhoneField = ({ error, ...input }: ContactFieldProps) => (
  <Field label="Phone" error={error}>
    {(control) => <Input {...control} {...input} type="tel" autoComplete="tel" required />}
  </Field>
);

export const DateOfBirthField = ({ error, ...input }: ContactFieldProps) => (
  <Field label="Date of birth" required={false} error={error}>
    {(control) => <DateInput {...control} {...input} autoComplete="bday" />}
  </Field>
);
