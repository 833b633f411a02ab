/** What a visitor pressed that needs an account. */
export type PendingAction =
  | { readonly kind: 'see-timetable' }
  | { readonly kind: 'book-class' | 'join-waitlist'; readonly classId: number }
  | { readonly kind: 'buy-pass'; readonly passId: number }
  | { readonly kind: 'start-membership' };

/** The feature that asked may first read the member's data, but does not act much later than the person signed in. */
const lifetimeMs = 30_000;

let pending: PendingAction | null = null;
let expiresAt = Number.POSITIVE_INFINITY;
const listeners = new Set<() => void>();

const set = (next: PendingAction | null): void => {
  pending = next;
  for (const listener of listeners) listener();
};

export const onPendingActionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const readPendingAction = (): PendingAction | null => pending;

/** Null when the visitor does not sign in. */
export const setPendingAction = (action: PendingAction | null): void => {
  expiresAt = Number.POSITIVE_INFINITY;
  set(action);
};

/** Starts the lifetime of the pending action, because the person has signed in. */
export const releasePendingAction = (now: number): void => {
  expiresAt = now + lifetimeMs;
};

/** Whether this action is pending; at most once true for each press. */
export const takePendingAction = (action: PendingAction, now: number): boolean => {
  if (pending === null || JSON.stringify(pending) !== JSON.stringify(action)) return false;
  set(null);
  return now < expiresAt;
};
