import { useSWRConfig } from 'swr';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toast } from '#web/components/ui/toast.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { decideClass } from '../timetable/decide-class.ts';
import { moveBooking } from './api/move-booking.ts';
import { myClassesMessages } from './my-classes-messages.ts';
import { refreshBookings } from './refresh-bookings.ts';

/** Moves a booking, shows the result and reloads what changed. Calls `onDone` only after a successful move. */
export const useMoveBooking = (booking: MyBooking, onDone: () => void) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  const move = async (target: ScheduledClass) => {
    const refresh = () => refreshBookings(mutate);
    try {
      const wording = { confirmLabel: 'Move Here', overlapLabel: 'Move Anyway' };
      const moved = await decideClass(target, wording, (decision) =>
        moveBooking(booking.id, { classId: target.id, ...decision }),
      );
      await refresh();
      if (moved === undefined) return;
      const { date, time } = moved.agreed;
      toast(myClassesMessages.moved(`${formatShortWallDay(date)}, ${time}`));
      onDone();
    } catch (cause) {
      toast(myClassesMessages.moveFailed(cause));
      await refresh();
    }
  };

  return { move: (target: ScheduledClass) => void run(() => move(target)), isMoving: busy };
};
