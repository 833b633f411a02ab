import useSWR, { type SWRConfiguration } from 'swr';

/** Reads a path of the API through the cache; `data` is undefined until loaded. Null reads nothing. */
export function useRead<Answer>(path: string | null, options?: SWRConfiguration) {
  const { data, error, mutate } = useSWR<Answer | undefined>(path, options);
  return {
    data,
    error,
    /** The read failed, and no earlier answer is cached. */
    hasFailed: data === undefined && error !== undefined,
    retry: () => void mutate(),
    mutate,
  };
}
