import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toast } from '#web/components/ui/toast.ts';
import { isMissingPassError } from '#web/lib/api-error.ts';
import { isClassesKey, isWaitlistKey } from '#web/lib/live-keys.ts';
import { messages } from '#web/lib/messages.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { bookClass } from './api/book-class.ts';
import { cancelBooking } from './api/cancel-booking.ts';
import { myBookingsKey } from './api/use-my-bookings.ts';
import { loadDecideClass } from './load-decide-class.ts';
import { forgetWantedClass, rememberWantedClass, toClassSearch } from './wanted-class.ts';

const buyPassesPath = '/book-classes';

/** Goes to the passes, which may be on the current page. The address keeps the class, for a reload and for Back. */
const useGoToPasses = (scheduledClass: ScheduledClass): (() => void) => {
  const navigate = useNavigate();
  return () => {
    const passes = window.location.pathname === buyPassesPath ? document.getElementById('pricing') : null;
    if (passes) scrollToElement(passes);
    else navigate(`${buyPassesPath}${toClassSearch(scheduledClass)}#pricing`);
  };
};

/**
 * Books one class, shows the result and reloads what changed. Ignores a second press while it runs. When the pass
 * would not come back any more, the message offers an undo. With `isUndoable` always, for a class that the member did
 * not pick from the timetable.
 */
export const useBookClass = (scheduledClass: ScheduledClass, { isUndoable = false } = {}) => {
  const { id, date, freeCancellationUntil } = scheduledClass;
  const { mutate } = useSWRConfig();
  const goToPasses = useGoToPasses(scheduledClass);
  const { busy, run } = useOneAtATime();
  const [lacksPass, setLacksPass] = useState(false);

  const refresh = () =>
    Promise.all([
      mutate(isClassesKey),
      mutate(myBookingsKey),
      mutate('/api/memberships'),
      mutate(isWaitlistKey),
      refreshWallet(mutate),
    ]);

  // Called from the message.
  const undo = async (bookingId: number) => {
    try {
      const { creditsRemaining: passesLeft } = await cancelBooking({ bookingId, undoesBooking: true });
      await refresh();
      toast(messages.bookingUndone(passesLeft));
    } catch (cause) {
      toast(messages.undoBookingFailed(cause));
      await refresh();
    }
  };

  const askForPass = () => {
    setLacksPass(true);
    rememberWantedClass({ id, date });
    toast(messages.needPasses(goToPasses));
  };

  const book = async () => {
    try {
      const wording = { confirmLabel: 'Book This Class', overlapLabel: 'Book Both' };
      const decideClass = await loadDecideClass();
      const booked = await decideClass(scheduledClass, wording, (decision) =>
        bookClass({ classId: id, ...decision }),
      );
      if (booked !== undefined) forgetWantedClass();
      // The card changes to "Booked" together with the message.
      await refresh();
      if (booked === undefined) return;
      const { bookingId, creditsRemaining } = booked.answer;
      const offersUndo = isUndoable || readStudioNow() > Date.parse(freeCancellationUntil);
      toast(
        offersUndo
          ? messages.bookedWithUndo(creditsRemaining, () => void undo(bookingId))
          : messages.booked(creditsRemaining),
      );
    } catch (cause) {
      if (isMissingPassError(cause)) askForPass();
      else toast(messages.bookingFailed(cause));
      // A refusal mostly means that the timetable on screen is out of date.
      await refresh();
    }
  };

  return {
    book: () => void run(book),
    isBooking: busy,
    /** A booking was refused because no pass of the member reaches the class. */
    lacksPass,
  };
};
