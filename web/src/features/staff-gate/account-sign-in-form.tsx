import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { EmailInput } from '#web/components/ui/email-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import type { StaffSession } from '#web/lib/staff-session.ts';
import { CodeStep } from './code-step.tsx';
import { SignInPasswordField } from './sign-in-password-field.tsx';
import { useStaffSignIn } from './use-staff-sign-in.ts';

type AccountSignInFormProps = {
  /** Gets the new session; without it, the session is opened. */
  onSession?: ((session: StaffSession) => void) | undefined;
};

/** Signs in with a personal account, under whose name the actions are recorded. */
export function AccountSignInForm({ onSession }: AccountSignInFormProps) {
  const [email, setEmail] = useState('');
  const form = useStaffSignIn(onSession);
  const credentials = { email: email.trim(), password: form.password };
  if (form.isCodeStep) {
    return (
      <CodeStep
        error={form.error}
        busy={form.busy}
        onSubmit={(code) => void form.signIn({ ...credentials, code })}
        onEdit={form.clearError}
        onStartAgain={form.startAgain}
      />
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (email) void form.signIn(credentials);
      }}
      className="flex flex-col gap-5"
    >
      <Field label="Email">
        {(control) => (
          <EmailInput
            {...control}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              form.clearError();
            }}
          />
        )}
      </Field>
      <SignInPasswordField form={form} required />
      <Button type="submit" busy={form.busy} disabled={email === '' || form.password === ''}>
        {form.busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}
