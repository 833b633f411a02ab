import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import type { TaughtClassesAnswer } from '#services/contract/instructor.ts';
import { useRead } from '#web/lib/use-read.ts';

const path = '/api/instructor/classes';
const refreshIntervalMs = 30_000;
const retryDelayMs = 10_000;

/** The classes with their bookings: live, polled, and reloaded on focus. `onRead` is called after each read. */
export const useTaughtClasses = (onRead: () => void) => {
  const { data, error, retry } = useRead<TaughtClassesAnswer>(path, {
    refreshInterval: refreshIntervalMs,
    // The cache was cleared with the page, so a quick return must read again.
    dedupingInterval: 0,
    revalidateOnFocus: true,
    shouldRetryOnError: true,
    // SWR's own retry delay grows to more than a minute.
    onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) => {
      setTimeout(() => void revalidate({ retryCount }), retryDelayMs);
    },
    onSuccess: onRead,
  });
  // Personal data leaves the cache with the page, because another person may use the tab next.
  const { cache } = useSWRConfig();
  useEffect(() => () => cache.delete(path), [cache]);
  return { data, error, retry };
};

const replaceMark = (
  answer: TaughtClassesAnswer,
  bookingId: number,
  attended: boolean | null,
): TaughtClassesAnswer => ({
  ...answer,
  classes: answer.classes.map((taught) =>
    taught.bookings.some(({ id }) => id === bookingId)
      ? {
          ...taught,
          bookings: taught.bookings.map((each) => (each.id === bookingId ? { ...each, attended } : each)),
        }
      : taught,
  ),
});

/** Writes a confirmed mark to the cached answer, ahead of the next read. */
export const useShowMark = () => {
  const { mutate } = useSWRConfig();
  return async (bookingId: number, attended: boolean | null): Promise<void> => {
    await mutate<TaughtClassesAnswer | undefined>(
      path,
      (answer) => answer && replaceMark(answer, bookingId, attended),
      { revalidate: false },
    );
  };
};
