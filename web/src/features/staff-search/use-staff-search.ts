import { useEffect, useState } from 'react';
import useSWR from 'swr';
import type { AdminSearchAnswer } from '#services/contract/admin-search.ts';

/** Typing faster than this asks once. */
const pauseMs = 60;

/** What the search finds while the user types; earlier results stay, as not current, until those of the text are there. */
export function useStaffSearch(text: string) {
  const trimmed = text.trim();
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(trimmed), trimmed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const { data, error, isLoading } = useSWR<AdminSearchAnswer>(
    query === '' ? null : `/api/admin/search?q=${encodeURIComponent(query)}`,
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const hasFailed = query !== '' && error !== undefined;
  return {
    answer: query === '' ? undefined : data,
    hasFailed,
    isCurrent: query === trimmed && !isLoading && !hasFailed,
  };
}
