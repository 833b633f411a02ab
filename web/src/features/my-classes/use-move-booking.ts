import { useSWRConfig } from 'swr';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toast } from '#web/components/ui/toast.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { messages } from '#web/lib/messages.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { moveBooking } from './api/move-booking.ts';
import { refreshBookings } from './refresh-bookings.ts';

/** Moves a booking, shows the result and reloads what changed. Calls `onDone` only after a successful move. */
export const useMoveBooking = (booking: MyBooking, onDone: () => void) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  const move = async (target: ScheduledClass) => {
    const refresh = () => refreshBookings(mutate, [booking.class.date, target.date]);
    try {
      await moveBooking(booking.id, { classId: target.id });
      await refresh();
      toast(messages.moved(formatDayTime(target.startsAt)));
      onDone();
    } catch (cause) {
      toast(messages.moveFailed(cause));
      await refresh();
    }
  };

  return { move: (target: ScheduledClass) => void run(() => move(target)), isMoving: busy };
};
