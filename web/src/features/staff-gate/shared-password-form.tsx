import { type FormEvent, useRef, useState } from 'react';
import type { StaffRole } from '../../../../services/contract/staff.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { openStaffSession, type StaffSession } from '../../lib/staff-session.ts';
import { requestStaffSession } from './api/request-staff-session.ts';

type SharedPasswordFormProps = {
  /** The role whose password it is. */
  door: StaffRole;
  /** Called once the session is open. */
  onOpen?: ((session: StaffSession) => void) | undefined;
};

/** The one password that everyone of a role shares. */
export function SharedPasswordForm({ door, onOpen }: SharedPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!password || busy) return;
    setBusy(true);
    const asked = await requestStaffSession({ role: door, password });
    setBusy(false);
    setPassword('');
    if ('refused' in asked) {
      setError(asked.refused);
      input.current?.focus();
      return;
    }
    openStaffSession(asked.session);
    onOpen?.(asked.session);
  };

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Password" error={error}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={input}
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} disabled={password === ''}>
        Access Dashboard
      </Button>
    </form>
  );
}
