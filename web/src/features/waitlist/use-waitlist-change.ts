import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toast } from '#web/components/ui/toast.ts';
import { messages } from '#web/lib/messages.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { joinWaitlist, leaveWaitlist } from './api/change-waitlist.ts';
import { useRefreshWaitlist } from './use-refresh-waitlist.ts';

/** Joins or leaves the waitlist of a class, shows the result and reloads what changed. Ignores a second press. */
export const useWaitlistChange = ({ id, date }: Pick<ScheduledClass, 'id' | 'date'>) => {
  const refresh = useRefreshWaitlist({ id, date });
  const { busy, run } = useOneAtATime();

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
