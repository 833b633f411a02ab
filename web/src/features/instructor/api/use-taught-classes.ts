import { useEffect } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { TaughtClassesAnswer } from '../../../../../services/contract/instructor.ts';

const key = '/api/instructor/classes';
const everyMs = 30_000;
const againAfterMs = 10_000;

interface TaughtClasses {
  readonly data: TaughtClassesAnswer | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** The classes and who is booked in them: live, every 30 s, on focus, and again soon after a failure. */
export const useTaughtClasses = (onRead: () => void): TaughtClasses => {
  const { data, error, mutate } = useSWR<TaughtClassesAnswer | undefined, Error>(key, {
    refreshInterval: everyMs,
    // Who is back within seconds reads anew: what was read before is gone with the page.
    dedupingInterval: 0,
    revalidateOnFocus: true,
    shouldRetryOnError: true,
    // After an error it would wait for a minute and more before it asks again.
    onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) => {
      setTimeout(() => void revalidate({ retryCount }), againAfterMs);
    },
    onSuccess: onRead,
  });
  // Names and numbers stay no longer in mind than the page: the next in this tab may be someone else.
  const { cache } = useSWRConfig();
  useEffect(() => () => cache.delete(key), [cache]);
  return { data, error, retry: () => void mutate() };
};

const withMark = (
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

/** Shows a mark that the studio has taken, ahead of the next read. */
export const useShowMark = () => {
  const { mutate } = useSWRConfig();
  return async (bookingId: number, attended: boolean | null): Promise<void> => {
    await mutate<TaughtClassesAnswer | undefined>(
      key,
      (answer) => answer && withMark(answer, bookingId, attended),
      { revalidate: false },
    );
  };
};
