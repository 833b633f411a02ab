import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { openStaffSession } from '../../lib/staff-session.ts';
import { askForStaffSession } from './api/ask-for-staff-session.ts';

type AdminAccessDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The staff door: a password, and the dashboard behind it. */
export function AdminAccessDialog({ open, onOpenChange }: AdminAccessDialogProps) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const change = (next: boolean) => {
    if (!next) {
      setPassword('');
      setError(undefined);
    }
    onOpenChange(next);
  };

  const refuse = (message: string) => {
    setError(message);
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!password || busy) return;
    setBusy(true);
    try {
      const token = await askForStaffSession(password);
      setPassword('');
      if (token === null) return refuse('Incorrect password');
      openStaffSession({ token, role: 'admin', name: null });
      change(false);
      navigate('/admin');
    } catch {
      refuse('We could not check the password just now. Please try again in a moment.');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Admin Access"
      description="For the studio's staff."
      size="sm"
    >
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
    </Dialog>
  );
}
