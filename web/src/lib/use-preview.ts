import useSWR from 'swr';

/**
 * Reads what an action would mean. That holds for this moment only: while it is read again there is neither an answer nor an error,
 * so that no earlier answer can be confirmed. Null reads nothing.
 */
export function usePreview<Answer>(key: readonly unknown[] | null, read: () => Promise<Answer>) {
  const { data, error, isValidating, mutate } = useSWR(key, read, {
    dedupingInterval: 0,
    revalidateOnMount: true,
    keepPreviousData: false,
  });
  return {
    preview: isValidating ? undefined : data,
    error: isValidating ? undefined : error,
    readAgain: () => void mutate(),
  };
}
