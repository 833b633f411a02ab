import { useEffect, useState } from 'react';
import type { AdminSearchAnswer } from '#services/contract/admin-search.ts';
import { useRead } from '#web/lib/use-read.ts';

/** Typing faster than this asks once. */
const pauseMs = 60;

/** What the search finds while the user types; the results before stay until the next ones are there. */
export function useStaffSearch(text: string) {
  const trimmed = text.trim();
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(trimmed), trimmed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const { data, error } = useRead<AdminSearchAnswer>(
    query === '' ? null : `/api/admin/search?q=${encodeURIComponent(query)}`,
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return { answer: query === '' ? undefined : data, hasFailed: query !== '' && error !== undefined };
}
