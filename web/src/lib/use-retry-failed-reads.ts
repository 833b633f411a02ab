import { useEffect } from 'react';
import { useSWRConfig } from 'swr';

/** Repeats the reads that failed when the network is back, and when the person returns to the page. */
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
}
