import { useSWRConfig } from 'swr';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { isWaitlistKey } from '#web/lib/live-keys.ts';
import { classesKey } from '../timetable/api/use-classes.ts';

/** Reloads what a change of the member's place on a waitlist shows in. */
export const useRefreshWaitlist = ({ id, date }: Pick<ScheduledClass, 'id' | 'date'>) => {
  const { mutate } = useSWRConfig();
  return () => Promise.all([mutate(isWaitlistKey), mutate(classesKey(date)), mutate(`/api/classes/${id}`)]);
};
