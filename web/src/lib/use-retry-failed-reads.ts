import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { isStored, useShownSince } from './connection.ts';

/** How often what the service worker stored is read again while it is shown. Without a network it answers from its store again. */
const READ_AGAIN_MS = 15_000;

/**
 * Repeats the reads that failed, and those that the service worker answered: when the network is back, when the person returns to the
 * page, and at intervals until the studio answers instead of the worker.
 */
export function useRetryFailedReads(): void {
  const { cache, mutate } = useSWRConfig();
  const showsStored = useShownSince() !== null;
  useEffect(() => {
    const retry = () =>
      void mutate((key) => {
        if (typeof key !== 'string') return false;
        const { data, error } = cache.get(key) ?? {};
        return data === undefined ? error !== undefined : isStored(data);
      });
    // Any answer of the studio removes the notice, while other stored answers may still be shown.
    if (!showsStored) retry();
    const timer = showsStored ? setInterval(retry, READ_AGAIN_MS) : undefined;
    globalThis.addEventListener('online', retry);
    globalThis.addEventListener('focus', retry);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', retry);
      globalThis.removeEventListener('focus', retry);
    };
  }, [showsStored, cache, mutate]);
}
