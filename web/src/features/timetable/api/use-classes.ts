import { preload, useSWRConfig } from 'swr';
import type { ClassesAnswer } from '#services/contract/schedule.ts';
import { useRead } from '#web/lib/use-read.ts';

export const classesKey = (date: string): string => `/api/classes?date=${date}`;

/** The classes of one London day, earliest first; undefined while loading. */
export const useClasses = (date: string) => {
  const { data, hasFailed, retry } = useRead<ClassesAnswer>(classesKey(date));
  const classes = data?.classes.toSorted((a, b) => a.time.localeCompare(b.time) || a.id - b.id);
  return { classes, hasFailed, retry };
};

/** How long a day that is loaded but not selected may be used, in milliseconds: until then no change reaches it. */
const USED_WITHIN_MS = 3_000;

/** Returns a function that loads a day's classes shortly before the day is selected. A day shown earlier is loaded when selected. */
export const usePreloadClasses = (): ((date: string) => void) => {
  const { fetcher, cache, mutate } = useSWRConfig();
  return (date) => {
    const key = classesKey(date);
    if (!fetcher || cache.get(key) !== undefined) return;
    // A failure shows when the day is selected.
    void Promise.resolve(preload(key, fetcher)).catch(() => undefined);
    setTimeout(() => {
      if (cache.get(key) === undefined) void mutate(key);
    }, USED_WITHIN_MS);
  };
};
