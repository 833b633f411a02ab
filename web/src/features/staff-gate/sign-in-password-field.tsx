import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import type { useStaffSignIn } from './use-staff-sign-in.ts';

type SignInPasswordFieldProps = {
  form: Pick<ReturnType<typeof useStaffSignIn>, 'password' | 'error' | 'passwordField' | 'editPassword'>;
  required?: boolean | undefined;
};

export const SignInPasswordField = ({ form, required }: SignInPasswordFieldProps) => (
  <Field label="Password" error={form.error}>
    {(control) => (
      <PasswordInput
        {...control}
        ref={form.passwordField}
        autoComplete="current-password"
        required={required}
        value={form.password}
        onChange={(event) => form.editPassword(event.target.value)}
      />
    )}
  </Field>
);
