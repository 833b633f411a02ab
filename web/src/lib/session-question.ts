import { useEffect, useSyncExternalStore } from 'react';

/** Members and staff have sessions of their own. */
export type SessionSide = 'member' | 'staff';

interface SessionQuestion {
  /** Why the session ended, or null when there is nothing to add. */
  readonly notice: string | null;
  /** Ends the question: with the token of the same person's new session, or with null if there is none. */
  readonly settle: (token: string | null) => void;
  readonly answer: Promise<string | null>;
}

const questions: Record<SessionSide, SessionQuestion | null> = { member: null, staff: null };
/** How many dialogs are mounted that can ask. */
const askers: Record<SessionSide, number> = { member: 0, staff: 0 };
/** The tokens of ended sessions, each with the token of the same person's next session. */
const renewals = new Map<string, string>();
const listeners = new Set<() => void>();

const set = (side: SessionSide, question: SessionQuestion | null): void => {
  questions[side] = question;
  for (const listener of listeners) listener();
};

/** The token by which the same person continued an ended session. */
export const findRenewal = (token: string): string | undefined => renewals.get(token);

/** The answer of the question that is open, if one is. */
export const awaitOpenQuestion = (side: SessionSide): Promise<string | null> | undefined =>
  questions[side]?.answer;

/**
 * Asks the person of an ended session to sign in again over the open page. Resolves to the new token, or to null if the same person did
 * not sign in. All requests of a side share one question. Undefined where no page can ask.
 */
export const askToSignInAgain = (
  side: SessionSide,
  endedToken: string,
  notice: string | null,
): Promise<string | null> | undefined => {
  const open = questions[side];
  if (open !== null) return open.answer;
  if (askers[side] === 0) return undefined;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const settle = (token: string | null) => {
    if (token !== null) renewals.set(endedToken, token);
    set(side, null);
    resolve(token);
  };
  set(side, { notice, settle, answer: promise });
  return promise;
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const readSessionQuestion = (side: SessionSide): SessionQuestion | null => questions[side];

/** Lets questions of a side be asked until the returned function is called. */
export const allowSessionQuestions = (side: SessionSide): (() => void) => {
  askers[side] += 1;
  return () => {
    askers[side] -= 1;
    if (askers[side] === 0) questions[side]?.settle(null);
  };
};

/** The open question of a side, for the component that shows it. It can only be asked while `canAsk`. */
export function useSessionQuestion(side: SessionSide, canAsk: boolean): SessionQuestion | null {
  useEffect(() => (canAsk ? allowSessionQuestions(side) : undefined), [side, canAsk]);
  return useSyncExternalStore(subscribe, () => readSessionQuestion(side));
}
