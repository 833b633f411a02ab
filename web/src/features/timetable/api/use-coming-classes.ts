import useSWR from 'swr';
import type { ClassesAnswer, ScheduledClass } from '#services/contract/schedule.ts';
import { addWallDays } from '#web/lib/london-time.ts';
import { fetcher } from '#web/lib/swr-options.ts';
import { classesKey } from './use-classes.ts';

const readDays = async (from: string, days: number): Promise<ScheduledClass[]> => {
  const dates = Array.from({ length: days }, (_, day) => addWallDays(from, day));
  const answers = await Promise.all(dates.map((date) => fetcher<ClassesAnswer>(classesKey(date))));
  return answers
    .flatMap((answer) => answer?.classes ?? [])
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id - b.id);
};

/** The classes of some days from one on, earliest first; undefined while loading, after a failure and without a day. */
export const useComingClasses = (from: string | null, days: number): readonly ScheduledClass[] | undefined =>
  useSWR(from === null ? null : `/api/classes?from=${from}&days=${days}`, () => readDays(from ?? '', days))
    .data;
