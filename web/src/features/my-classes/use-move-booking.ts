import { useSWRConfig } from 'swr';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import { toast } from '../../components/ui/toast.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { messages } from '../../lib/messages.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { moveBooking } from './api/move-booking.ts';
import { refreshBookings } from './refresh-bookings.ts';

/** Moves one booking, says where it is now and reads again what changed. `onDone` follows only when it was moved. */
export const useMoveBooking = (booking: MyBooking, onDone: () => void) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  const move = async (to: ScheduledClass) => {
    const refresh = () => refreshBookings(mutate, [booking.class.date, to.date]);
    try {
      await moveBooking(booking.id, { classId: to.id });
      await refresh();
      toast(messages.moved(formatDayTime(to.startsAt)));
      onDone();
    } catch (cause) {
      toast(messages.moveFailed(cause));
      await refresh();
    }
  };

  return { move: (to: ScheduledClass) => void run(() => move(to)), moving: busy };
};
