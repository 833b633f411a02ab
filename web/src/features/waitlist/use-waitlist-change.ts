import { useSWRConfig } from 'swr';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toast } from '#web/components/ui/toast.ts';
import { isWaitlistKey } from '#web/lib/live-keys.ts';
import { messages } from '#web/lib/messages.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { classesKey } from '../timetable/api/use-classes.ts';
import { joinWaitlist, leaveWaitlist } from './api/change-waitlist.ts';

/** Joins or leaves the waitlist of a class, shows the result and reloads what changed. Ignores a second press. */
export const useWaitlistChange = ({ id, date }: Pick<ScheduledClass, 'id' | 'date'>) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  const refresh = () =>
    Promise.all([mutate(isWaitlistKey), mutate(classesKey(date)), mutate(`/api/classes/${id}`)]);

  const change = async (kind: 'join' | 'leave') => {
    try {
      await (kind === 'join' ? joinWaitlist({ classId: id }) : leaveWaitlist({ classId: id }));
      await refresh();
      toast(kind === 'join' ? messages.waitlistJoined : messages.waitlistLeft);
    } catch (cause) {
      toast(kind === 'join' ? messages.waitlistJoinFailed(cause) : messages.waitlistLeaveFailed(cause));
      await refresh();
    }
  };

  return {
    join: () => void run(() => change('join')),
    leave: () => void run(() => change('leave')),
    isChanging: busy,
  };
};
