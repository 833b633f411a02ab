import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { TaughtClassesAnswer } from '#services/contract/instructor.ts';
import { useRead } from '#web/lib/use-read.ts';
import { extendAhead, extendBack, type Span } from '../span.ts';

const path = '/api/instructor/classes';
const isTaughtClassesKey = (key: unknown): boolean => key === path || String(key).startsWith(`${path}?`);
const refreshIntervalMs = 30_000;
const retryDelayMs = 10_000;

/**
 * The classes with their bookings: live, polled, and reloaded on focus. Earlier and later ones are added on request. `onRead` is called
 * after each read.
 */
export const useTaughtClasses = (onRead: () => void) => {
  const [span, setSpan] = useState<Span | null>(null);
  const key = span === null ? path : `${path}?from=${span.from}&to=${span.to}`;
  const { data, error, retry } = useRead<TaughtClassesAnswer>(key, {
    keepPreviousData: true,
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
  useEffect(() => () => cache.delete(key), [cache, key]);
  return {
    data,
    error,
    retry,
    showEarlier: () => data && setSpan(extendBack(data)),
    showLater: () => data && setSpan(extendAhead(data)),
    /** Whether classes that were asked for are not here yet. */
    isExtending: span !== null && data !== undefined && (data.from !== span.from || data.to !== span.to),
  };
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
      isTaughtClassesKey,
      (answer) => answer && replaceMark(answer, bookingId, attended),
      { revalidate: false },
    );
  };
};
