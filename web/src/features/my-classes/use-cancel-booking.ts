import { useSWRConfig } from 'swr';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import { toast } from '../../components/ui/toast.ts';
import { hoursBetween } from '../../lib/dates.ts';
import { messages } from '../../lib/messages.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { cancelBooking } from './api/cancel-booking.ts';
import { undoCancellation } from './api/undo-cancellation.ts';
import { refreshBookings } from './refresh-bookings.ts';
import { cancelledText } from './returned-pass.ts';

/** Cancels one booking, says whether the pass came back and reads again what changed. It can be undone for ten seconds. */
export const useCancelBooking = (onDone: (wasCancelled: boolean) => void) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  // From the message, when the dialog is long gone.
  const undo = async (booking: MyBooking) => {
    try {
      const { creditsRemaining } = await undoCancellation(booking.id);
      await refreshBookings(mutate, [booking.class.date]);
      toast(messages.cancellationUndone(creditsRemaining));
    } catch (cause) {
      toast(messages.cancellationStands(cause));
      await refreshBookings(mutate, [booking.class.date]);
    }
  };

  const cancel = async (booking: MyBooking, now: number) => {
    let wasCancelled = false;
    try {
      const answer = await cancelBooking({
        bookingId: booking.id,
        hoursUntilClass: hoursBetween(now, booking.class.startsAt),
      });
      wasCancelled = true;
      const text = cancelledText(answer, now);
      toast(messages.cancelled(text, answer.creditsRemaining, () => void undo(booking)));
    } catch (cause) {
      toast(messages.cancellationFailed(cause));
    }
    await refreshBookings(mutate, [booking.class.date]);
    onDone(wasCancelled);
  };

  return {
    cancel: (booking: MyBooking, now: number) => void run(() => cancel(booking, now)),
    cancelling: busy,
  };
};
