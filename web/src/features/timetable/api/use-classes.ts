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

/** Returns a function that loads a day's classes before the day is selected. */
export const usePreloadClasses = (): ((date: string) => void) => {
  const { fetcher } = useSWRConfig();
  return (date) => {
    if (fetcher) void preload(classesKey(date), fetcher);
  };
};
