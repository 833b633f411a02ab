import { useSyncExternalStore } from 'react';

/** Whether the studio can be reached, by what the browser says and by how the last request went. */
const listeners = new Set<() => void>();
let lastWentThrough = true;

const isOffline = (): boolean => !navigator.onLine || !lastWentThrough;

const note = (wentThrough: boolean): void => {
  if (lastWentThrough === wentThrough) return;
  lastWentThrough = wentThrough;
  for (const listener of listeners) listener();
};

/** Any answer came, also one that refuses. */
export const reportReachable = (): void => note(true);

/** No answer came; a request that was called off says nothing, nor does one from a page that is being left. */
export const reportUnreachable = (): void => {
  // Browsers break off what is under way when a page goes; none of that is news of the connection.
  if (!isLeaving) note(false);
};

let isLeaving = false;
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

/** Whether there is no way to the studio just now. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline);
