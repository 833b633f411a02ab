import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import { toast } from '../../components/ui/toast.ts';
import { hoursBetween } from '../../lib/dates.ts';
import { messages } from '../../lib/messages.ts';
import { classesKey } from '../booking/api/use-classes.ts';
import { myBookingsKey } from '../booking/api/use-my-bookings.ts';
import { refreshWallet } from '../passes/api/refresh-wallet.ts';
import { cancelBooking } from './api/cancel-booking.ts';
import { cancelledText } from './returned-pass.ts';

/** Cancels one booking, says whether the pass came back and reads again what changed. */
export const useCancelBooking = (onDone: (wasCancelled: boolean) => void) => {
  const { mutate } = useSWRConfig();
  const running = useRef(false);
  const [cancelling, setCancelling] = useState(false);

  const cancel = async (booking: MyBooking, now: number) => {
    if (running.current) return;
    running.current = true;
    setCancelling(true);
    let wasCancelled = false;
    try {
      const answer = await cancelBooking({
        bookingId: booking.id,
        hoursUntilClass: hoursBetween(now, booking.class.startsAt),
      });
      wasCancelled = true;
      toast(messages.cancelled(cancelledText(answer, now), answer.creditsRemaining));
    } catch (cause) {
      toast(messages.cancellationFailed(cause));
    }
    await Promise.all([mutate(myBookingsKey), mutate(classesKey(booking.class.date)), refreshWallet(mutate)]);
    running.current = false;
    setCancelling(false);
    onDone(wasCancelled);
  };

  return { cancel: (booking: MyBooking, now: number) => void cancel(booking, now), cancelling };
};
