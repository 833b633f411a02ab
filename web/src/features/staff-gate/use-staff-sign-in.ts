import { useRef, useState } from 'react';
import type { StaffSessionBody } from '#services/contract/staff.ts';
import { openStaffSession, type StaffSession } from '#web/lib/staff-session.ts';
import { requestStaffSession } from './api/request-staff-session.ts';

/** The state of a sign-in form. `onSession` gets the new session, which it may open. */
export function useStaffSignIn(onSession: (session: StaffSession) => void = openStaffSession) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The password is right, and the account's second factor is asked for. */
  const [isCodeStep, setIsCodeStep] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);

  const signIn = async (body: StaffSessionBody) => {
    if (!password || busy) return;
    setBusy(true);
    const result = await requestStaffSession(body);
    setBusy(false);
    if ('refusal' in result && result.asksForCode) {
      // That a code is needed is no error.
      setError(isCodeStep ? result.refusal : undefined);
      setIsCodeStep(true);
      return;
    }
    setPassword('');
    setIsCodeStep(false);
    if ('refusal' in result) {
      setError(result.refusal);
      passwordField.current?.focus();
      return;
    }
    onSession(result.session);
  };

  return {
    password,
    error,
    busy,
    isCodeStep,
    passwordField,
    signIn,
    clearError: () => setError(undefined),
    editPassword(value: string) {
      setPassword(value);
      setError(undefined);
    },
    startAgain() {
      setPassword('');
      setError(undefined);
      setIsCodeStep(false);
    },
  };
}
