import { useSyncExternalStore } from 'react';
import type { StaffRole } from '../../../services/contract/staff.ts';

/** The staff's session lasts as long as the browser's: it is kept in session storage, apart from the member's token. */
const name = 'staffSession';

export interface StaffSession {
  readonly token: string;
  readonly role: StaffRole;
  /** Of the person, when they came in by an account of their own. */
  readonly name: string | null;
  readonly staffId: string | null;
}

const listeners = new Set<() => void>();
let current: StaffSession | null | undefined;

const load = (): StaffSession | null => {
  try {
    const stored = sessionStorage.getItem(name);
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
};

const read = (): StaffSession | null => {
  if (current === undefined) current = load();
  return current;
};

const write = (session: StaffSession | null): void => {
  current = session;
  try {
    if (session === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(session));
  } catch {
    // Storage may be refused; the session then lasts as long as the page.
  }
  for (const listener of listeners) listener();
};

export const openStaffSession = (session: StaffSession): void => write(session);

export const closeStaffSession = (): void => write(null);

/** Whose session it is: an account's id, or the role whose password is shared; null when none is open. */
export const readStaffIdentity = (): string | null => {
  const session = read();
  return session === null ? null : (session.staffId ?? session.role);
};

export const readStaffToken = (): string | null => read()?.token ?? null;

/** Closes the session whose token was refused, unless another was opened since. */
export const closeRefusedStaffSession = (token: string): void => {
  if (readStaffToken() === token) write(null);
};

/** Calls back when the session opens or closes; answers how to stop. */
const onChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The staff session of this browser tab, or null. */
export const useStaffSession = (): StaffSession | null => useSyncExternalStore(onChange, read);
