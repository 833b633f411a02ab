import { useSyncExternalStore } from 'react';

interface DiscardQuestion {
  readonly answer: (discards: boolean) => void;
}

let question: DiscardQuestion | null = null;
const listeners = new Set<() => void>();

const set = (next: DiscardQuestion | null): void => {
  question = next;
  for (const listener of listeners) listener();
};

/** Asks whether unsaved changes may be discarded. Resolves to false when the question is already open. */
export const askToDiscard = (): Promise<boolean> => {
  if (question !== null) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  set({
    answer: (discards) => {
      set(null);
      resolve(discards);
    },
  });
  return promise;
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The open question, or null. */
export const useDiscardQuestion = (): DiscardQuestion | null =>
  useSyncExternalStore(subscribe, () => question);
