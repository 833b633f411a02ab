import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { EmailInput } from '../../components/ui/email-input.tsx';
import { Field } from '../../components/ui/field.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { openStaffSession } from '../../lib/staff-session.ts';
import { requestStaffSession } from './api/request-staff-session.ts';

/** An account of one's own, so that what is done stands under one's name. */
export function AccountSignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!email || !password || busy) return;
    setBusy(true);
    const asked = await requestStaffSession({ email: email.trim(), password });
    setBusy(false);
    setPassword('');
    if ('session' in asked) return openStaffSession(asked.session);
    setError(asked.refused);
    input.current?.focus();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Email">
        {(control) => (
          <EmailInput
            {...control}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Field label="Password" error={error}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={input}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} disabled={email === '' || password === ''}>
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}
