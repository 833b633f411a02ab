import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let wasLastRequestAnswered = true;
let isLeaving = false;
let areLiveUpdatesDelivered = true;
let wasLastReadRefused = false;
let shownSince: number | null = null;

const isOffline = (): boolean => !navigator.onLine || !wasLastRequestAnswered;

const notify = (): void => {
  for (const listener of listeners) listener();
};

const report = (wasAnswered: boolean): void => {
  if (wasLastRequestAnswered === wasAnswered) return;
  wasLastRequestAnswered = wasAnswered;
  notify();
};

/** For the stream of live updates: whether it delivers. While it does not, the page reads again by itself. */
export const reportLiveUpdates = (areDelivered: boolean): void => {
  if (areLiveUpdatesDelivered === areDelivered) return;
  areLiveUpdatesDelivered = areDelivered;
  notify();
};

/** For a read that was answered: whether the server refused it because it is overloaded or fails. */
export const reportRead = (wasRefused: boolean): void => {
  if (wasLastReadRefused === wasRefused) return;
  wasLastReadRefused = wasRefused;
  notify();
};

/** For a request that was answered, also with an error. */
export const reportReachable = (): void => {
  shownSince = null;
  report(true);
};

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

/** When the stored answers were read that the service worker gave while offline. */
const storedAt = new WeakMap<object, number>();

/** For an answer that the service worker stored at that time, in milliseconds: the studio does not answer. */
export const reportStored = (answer: unknown, time: number): void => {
  if (typeof answer === 'object' && answer !== null) storedAt.set(answer, time);
  shownSince = Math.min(shownSince ?? time, time);
  wasLastRequestAnswered = false;
  notify();
};

/** Whether the service worker gave this answer while offline. */
export const isStored = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && storedAt.has(answer);

/** When an answer left the studio: now, or when it was stored. */
export const readAnswerTime = (answer: object): number => storedAt.get(answer) ?? Date.now();

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

/** The time of the oldest stored answer on the page, in milliseconds; null without one. */
export const useShownSince = (): number | null => useSyncExternalStore(subscribe, () => shownSince);

/** Whether the browser is offline, or the last request got no answer. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline);

const isOutOfDate = (): boolean => !areLiveUpdatesDelivered && wasLastReadRefused;

/** Whether live updates are interrupted and reading again fails too, so that the page may show what is no longer so. */
export const useIsOutOfDate = (): boolean => useSyncExternalStore(subscribe, isOutOfDate);
