import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let wasLastRequestAnswered = true;
let isLeaving = false;

const isOffline = (): boolean => !navigator.onLine || !wasLastRequestAnswered;

const report = (wasAnswered: boolean): void => {
  if (wasLastRequestAnswered === wasAnswered) return;
  wasLastRequestAnswered = wasAnswered;
  for (const listener of listeners) listener();
};

/** For a request that was answered, also with an error. */
export const reportReachable = (): void => report(true);

/** For a request that got no answer, unless the browser aborted it because the page is being left. */
export const reportUnreachable = (): void => {
  if (!isLeaving) report(false);
};

globalThis.addEventListener?.('pagehide', () => {
  isLeaving = true;
});
globalThis.addEventListener?.('pageshow', () => {
  isLeaving = false;
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  globalThis.addEventListener('online', listener);
  globalThis.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('online', listener);
    globalThis.removeEventListener('offline', listener);
  };
};

/** Whether the browser is offline, or the last request got no answer. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline);
