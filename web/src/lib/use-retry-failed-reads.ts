import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { isStored, useShownSince } from './connection.ts';

/** How often what the service worker stored is read again while it is shown. Without a network it answers from its store again. */
const READ_AGAIN_MS = 15_000;

/**
 * Repeats the reads that failed when the network is back, and when the person returns to the page. Repeats those that the service
 * worker answered until the studio has answered each.
 */
export function useRetryFailedReads(): void {
  const { cache, mutate } = useSWRConfig();
  useEffect(() => {
    const retry = () => {
      const hasFailed = (key: unknown) =>
        typeof key === 'string' && cache.get(key)?.error !== undefined && cache.get(key)?.data === undefined;
      void mutate(hasFailed);
    };
    globalThis.addEventListener('online', retry);
    globalThis.addEventListener('focus', retry);
    return () => {
      globalThis.removeEventListener('online', retry);
      globalThis.removeEventListener('focus', retry);
    };
  }, [cache, mutate]);
  const showsStored = useShownSince() !== null;
  useEffect(() => {
    const readAgain = () => void mutate((key) => typeof key === 'string' && isStored(cache.get(key)?.data));
    if (!showsStored) {
      readAgain();
      return;
    }
    const timer = setInterval(readAgain, READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [showsStored, cache, mutate]);
}
