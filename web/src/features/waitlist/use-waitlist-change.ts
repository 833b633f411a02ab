import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toast } from '#web/components/ui/toast.ts';
import { messages } from '#web/lib/messages.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import type { ShownClass } from '../timetable/decide-class.ts';
import { loadDecideClass } from '../timetable/load-decide-class.ts';
import { joinWaitlist, leaveWaitlist } from './api/change-waitlist.ts';
import { useRefreshWaitlist } from './use-refresh-waitlist.ts';

/** Joins or leaves the waitlist of a class, shows the result and reloads what changed. Ignores a second press. */
export const useWaitlistChange = (scheduledClass: ShownClass & Pick<ScheduledClass, 'id'>) => {
  const { id } = scheduledClass;
  const refresh = useRefreshWaitlist();
  const { busy, run } = useOneAtATime();

  /** Undefined when the member does not want to wait for the class as it is now. */
  const join = async () => {
    const decideClass = await loadDecideClass();
    return decideClass(scheduledClass, { confirmLabel: 'Join Waitlist' }, ({ expected }) =>
      joinWaitlist({ classId: id, expected }),
    );
  };

  const change = async (kind: 'join' | 'leave') => {
    try {
      const answer = await (kind === 'join' ? join() : leaveWaitlist({ classId: id }));
      await refresh();
      if (kind === 'join' && answer === undefined) return;
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
