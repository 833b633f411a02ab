import { useSWRConfig } from 'swr';
import type { MyBooking } from '#services/contract/bookings.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { countHoursBetween } from '#web/lib/london-time.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { bookClass } from '../timetable/api/book-class.ts';
import { cancelBooking } from '../timetable/api/cancel-booking.ts';
import { decideClass } from '../timetable/decide-class.ts';
import { undoCancellation } from './api/undo-cancellation.ts';
import { describeLateBooking } from './booking-status.ts';
import { myClassesMessages } from './my-classes-messages.ts';
import { refreshBookings } from './refresh-bookings.ts';
import { describeCancellation } from './returned-pass.ts';

/** Cancels a booking, shows whether the pass came back and reloads what changed. The message offers an undo for ten seconds. */
export const useCancelBooking = (onDone: (wasCancelled: boolean) => void) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  // Called from the message, after the dialog has closed.
  const undo = async (booking: MyBooking, wasReturned: boolean) => {
    try {
      const wording = { confirmLabel: 'Take It Back' };
      const { id, class: shown } = booking;
      const undone = await decideClass(shown, wording, async ({ expected }) => {
        try {
          return await undoCancellation(id, { expected });
        } catch (cause) {
          // The time to undo may pass while a question is answered. With the pass back, booking again does the same.
          if (!(cause instanceof ApiError && cause.code === 'UNDO_TOO_LATE' && wasReturned)) throw cause;
          return bookClass({ classId: shown.id, expected, allowOverlap: true });
        }
      });
      await refreshBookings(mutate);
      if (undone !== undefined) toast(myClassesMessages.cancellationUndone(undone.answer.creditsRemaining));
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
      const text = describeCancellation(answer, describeLateBooking(booking), now);
      toast(
        myClassesMessages.cancelled(text, answer.creditsRemaining, () => void undo(booking, answer.refunded)),
      );
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
