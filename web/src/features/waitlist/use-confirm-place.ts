import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toast } from '#web/components/ui/toast.ts';
import { messages } from '#web/lib/messages.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { confirmWaitlistPlace } from './api/change-waitlist.ts';
import { useRefreshWaitlist } from './use-refresh-waitlist.ts';

/** Keeps the member's place on the waitlist of a class that has moved, at the time that the page shows. */
export const useConfirmPlace = (scheduledClass: Pick<ScheduledClass, 'id' | 'startsAt'>) => {
  const refresh = useRefreshWaitlist();
  const { busy, run } = useOneAtATime();
  const { id, startsAt } = scheduledClass;
  const confirm = async () => {
    try {
      await confirmWaitlistPlace({ classId: id, startsAt });
      await refresh();
      toast(messages.waitlistPlaceKept);
    } catch (cause) {
      toast(messages.waitlistPlaceNotKept(cause));
      await refresh();
    }
  };
  return { confirm: () => void run(confirm), isConfirming: busy };
};
