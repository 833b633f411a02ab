import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { ask } from '#web/components/ui/ask.ts';
import type { Question } from '#web/components/ui/question.ts';
import { toast } from '#web/components/ui/toast.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { decideClass } from '../timetable/decide-class.ts';
import { moveBooking } from './api/move-booking.ts';
import { myClassesMessages } from './my-classes-messages.ts';
import { refreshBookings } from './refresh-bookings.ts';

/** The pass would be lost with a cancellation, and a late class cannot be moved back. */
const askAboutLateMove = ({ date, time }: ScheduledClass): Question => ({
  title: 'Move to this class?',
  text: `The class on ${formatShortWallDay(date)}, ${time} can no longer be cancelled for free, or moved back.`,
  confirmLabel: 'Move Here',
});

/**
 * Moves a booking, shows the result with an undo and reloads what changed. Asks first when the pass could not come back any more. Calls
 * `onDone` only after a successful move.
 */
export const useMoveBooking = (booking: MyBooking, onDone: () => void) => {
  const { mutate } = useSWRConfig();
  const { run } = useOneAtATime();
  const [movingToId, setMovingToId] = useState<number | null>(null);
  const refresh = () => refreshBookings(mutate);

  // Called from the message.
  const undo = async (bookingId: number) => {
    try {
      await moveBooking(bookingId, { classId: booking.class.id });
      await refresh();
      toast(myClassesMessages.moveUndone);
    } catch (cause) {
      toast(myClassesMessages.moveFailed(cause));
      await refresh();
    }
  };

  const move = async (target: ScheduledClass) => {
    const isLate = readStudioNow() > Date.parse(target.freeCancellationUntil);
    try {
      if (isLate && !(await ask(askAboutLateMove(target)))) return;
      setMovingToId(target.id);
      const wording = { confirmLabel: 'Move Here', overlapLabel: 'Move Anyway' };
      const moved = await decideClass(target, wording, (decision) =>
        moveBooking(booking.id, { classId: target.id, ...decision }),
      );
      await refresh();
      if (moved === undefined) return;
      const { date, time } = moved.agreed;
      const { bookingId } = moved.answer;
      toast(
        myClassesMessages.moved(
          `${formatShortWallDay(date)}, ${time}`,
          isLate ? undefined : () => void undo(bookingId),
        ),
      );
      onDone();
    } catch (cause) {
      toast(myClassesMessages.moveFailed(cause));
      await refresh();
    } finally {
      setMovingToId(null);
    }
  };

  return {
    move: (target: ScheduledClass) => void run(() => move(target)),
    /** The class that the booking is being moved to, or null. */
    movingToId,
  };
};
