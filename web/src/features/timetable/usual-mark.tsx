import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { getWeekday, toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { findUsual } from './find-again.ts';

interface UsualMarkProps {
  readonly scheduledClass: ScheduledClass;
  readonly bookings: readonly MyBooking[];
}

/** Marks the card of a class that the member takes every week. */
export const UsualMark = ({ scheduledClass, bookings }: UsualMarkProps) => {
  const today = toLondonDate(useStudioNow());
  if (findUsual(bookings, [scheduledClass], today).length === 0) return null;
  return (
    <span className="font-semibold text-coral-dark text-sm">
      Your usual {getWeekday(scheduledClass.date)} {scheduledClass.time}
    </span>
  );
};
