import useSWR, { preload, useSWRConfig } from 'swr';
import type { ClassesAnswer, ScheduledClass } from '../../../../../services/contract/schedule.ts';

export const classesKey = (date: string): string => `/api/classes?date=${date}`;

/** The classes of one London day, earliest first; undefined while they load. */
export const useClasses = (
  date: string,
): { classes: readonly ScheduledClass[] | undefined; failed: boolean; retry: () => void } => {
  const { data, error, mutate } = useSWR<ClassesAnswer | undefined>(classesKey(date));
  return {
    classes: data?.classes.toSorted((a, b) => a.time.localeCompare(b.time) || a.id - b.id),
    failed: data === undefined && error !== undefined,
    retry: () => void mutate(),
  };
};

/** Asks for a day's classes ahead of the tap that shows them. */
export const usePreloadClasses = (): ((date: string) => void) => {
  const { fetcher } = useSWRConfig();
  return (date) => {
    if (fetcher) void preload(classesKey(date), fetcher);
  };
};
