import useSWR from 'swr';
import { type Moment, momentQuery } from './moment.ts';

/** A history as of a moment; null of a moment that nobody asks for. What was read last stays until the next is there. */
export function useHistory<T>(path: string, moment: Moment | null | undefined) {
  const key = moment === undefined ? null : `${path}${momentQuery(moment)}`;
  const { data, error, isLoading, mutate } = useSWR<T | undefined, Error>(key, {
    keepPreviousData: true,
    // The past stays as it was.
    revalidateIfStale: moment === null,
    revalidateOnFocus: moment === null,
  });
  return { data, error, isLoading, retry: () => void mutate() };
}
