import { useSyncExternalStore } from 'react';
import type { StaffRole } from '#services/contract/staff.ts';

/** The staff's session lives in session storage, so that it ends with the tab. It is separate from the member's token. */
const name = 'staffSession';

export interface StaffSession {
  readonly token: string;
  readonly role: StaffRole;
  /** Of the person; null for a session opened with a role's shared password. */
  readonly name: string | null;
  readonly staffId: string | null;
  /** The session may only set up a second factor, because the studio requires one of admins. */
  readonly needsSecondFactor?: boolean;
}

const listeners = new Set<() => void>();
let current: StaffSession | null | undefined;
/** Why the session was closed, for the next sign-in form; null without a reason to show. */
let closingNotice: string | null = null;

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

const write = (session: StaffSession | null, notice: string | null = null): void => {
  current = session;
  closingNotice = notice;
  try {
    if (session === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(session));
  } catch {
    // Where the browser refuses storage, the session ends with the page.
  }
  for (const listener of listeners) listener();
};

export const openStaffSession = (session: StaffSession): void => write(session);

export const closeStaffSession = (): void => write(null);

/** The account's id, or the role for a shared password. */
export const getStaffIdentity = ({ staffId, role }: StaffSession): string => staffId ?? role;

/** The identity of the open session; null without one. */
export const readStaffIdentity = (): string | null => {
  const session = read();
  return session === null ? null : getStaffIdentity(session);
};

export const readStaffToken = (): string | null => read()?.token ?? null;

/** Closes the session of a request that got a 401, unless a newer one is open by then. Returns whether it did. */
export const closeRefusedStaffSession = (token: string, notice: string | null): boolean => {
  if (readStaffToken() !== token) return false;
  write(null, notice);
  return true;
};

/** Notes whether a session may only set up a second factor, unless a newer one is open by then. */
export const setSecondFactorNeeded = (token: string, needsSecondFactor: boolean): void => {
  const session = read();
  if (session?.token === token && session.needsSecondFactor !== needsSecondFactor)
    write({ ...session, needsSecondFactor });
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The open staff session, or null. */
export const useStaffSession = (): StaffSession | null => useSyncExternalStore(subscribe, read);

/** Why the last staff session was closed, or null. */
export const useClosingNotice = (): string | null => useSyncExternalStore(subscribe, () => closingNotice);
