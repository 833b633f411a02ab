import { useSWRConfig } from 'swr';
import type { MyBooking } from '#services/contract/bookings.ts';
import { toast } from '#web/components/ui/toast.ts';
import { countHoursBetween } from '#web/lib/london-time.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { cancelBooking } from '../timetable/api/cancel-booking.ts';
import { undoCancellation } from './api/undo-cancellation.ts';
import { myClassesMessages } from './my-classes-messages.ts';
import { refreshBookings } from './refresh-bookings.ts';
import { describeCancellation } from './returned-pass.ts';

/** Cancels a booking, shows whether the pass came back and reloads what changed. The message offers an undo for ten seconds. */
export const useCancelBooking = (onDone: (wasCancelled: boolean) => void) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  // Called from the message, after the dialog has closed.
  const undo = async (booking: MyBooking) => {
    try {
      const { creditsRemaining } = await undoCancellation(booking.id);
      await refreshBookings(mutate);
      toast(myClassesMessages.cancellationUndone(creditsRemaining));
    } catch (cause) {
      toast(myClassesMessages.undoCancellationFailed(cause));
      await refreshBookings(mutate);
    }
  };

  const cancel = async (booking: MyBooking, now: number) => {
    let wasCancelled = false;
    try {
      const answer = await cancelBooking({
        bookingId: booking.id,
        hoursUntilClass: countHoursBetween(now, booking.class.startsAt),
      });
      wasCancelled = true;
      const text = describeCancellation(answer, now);
      toast(myClassesMessages.cancelled(text, answer.creditsRemaining, () => void undo(booking)));
    } catch (cause) {
      toast(myClassesMessages.cancellationFailed(cause));
    }
    await refreshBookings(mutate);
    onDone(wasCancelled);
  };

  return {
    cancel: (booking: MyBooking, now: number) => void run(() => cancel(booking, now)),
    isCancelling: busy,
  };
};
