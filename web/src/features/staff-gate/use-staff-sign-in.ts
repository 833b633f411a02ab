import { useRef, useState } from 'react';
import type { StaffSessionBody } from '#services/contract/staff.ts';
import { openStaffSession } from '#web/lib/staff-session.ts';
import { requestStaffSession } from './api/request-staff-session.ts';

/** The state of a sign-in form. `onOpen` is called once the session is open. */
export function useStaffSignIn(onOpen?: () => void) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);

  const signIn = async (body: StaffSessionBody) => {
    if (!password || busy) return;
    setBusy(true);
    const result = await requestStaffSession(body);
    setBusy(false);
    setPassword('');
    if ('refusal' in result) {
      setError(result.refusal);
      passwordField.current?.focus();
      return;
    }
    openStaffSession(result.session);
    onOpen?.();
  };

  return {
    password,
    error,
    busy,
    passwordField,
    signIn,
    clearError: () => setError(undefined),
    editPassword(value: string) {
      setPassword(value);
      setError(undefined);
    },
  };
}
