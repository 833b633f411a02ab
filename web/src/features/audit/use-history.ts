import useSWR from 'swr';
import { type Moment, toQueryString } from './moment.ts';

/** A history as of a moment; undefined reads nothing. The previous answer stays until the next one is loaded. */
export function useHistory<Answer>(path: string, moment: Moment | null | undefined) {
  const key = moment === undefined ? null : `${path}${toQueryString(moment)}`;
  const { data, error, isLoading, mutate } = useSWR<Answer | undefined, Error>(key, {
    keepPreviousData: true,
    // The past never changes.
    revalidateIfStale: moment === null,
    revalidateOnFocus: moment === null,
  });
  return { data, error, isLoading, retry: () => void mutate() };
}
