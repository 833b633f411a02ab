import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay, getWeekday, toLondonDate } from '#web/lib/london-time.ts';
import { findUsual, hasHabit } from '../timetable/find-again.ts';
import { useBookClass } from '../timetable/use-book-class.ts';

const UsualClass = ({ usual }: { usual: ScheduledClass }) => {
  const { book, isBooking } = useBookClass(usual, { isUndoable: true });
  const id = `usual-${usual.id}`;
  return (
    <section
      aria-labelledby={id}
      className="mb-4 flex flex-wrap items-center justify-between gap-4 rounded-card border border-sea bg-sea-tint px-5 py-4 md:px-6"
    >
      <div>
        <h3 id={id} className="text-xl">
          Your usual {getWeekday(usual.date)} {usual.time}
        </h3>
        <p>
          {formatShortWallDay(usual.date)} · {getLevelName(usual.name)} with {usual.instructorName}
        </p>
      </div>
      <Button className="max-sm:w-full" busy={isBooking} onClick={book}>
        {isBooking ? 'Booking...' : 'Book It Again'}
        <span className="sr-only">
          {' '}
          {getWeekday(usual.date)} {usual.time}
        </span>
      </Button>
    </section>
  );
};

interface UsualClassesProps {
  readonly bookings: readonly MyBooking[];
  readonly openClasses: readonly ScheduledClass[] | undefined;
  readonly now: number;
}

/** The classes that the member takes every week and can book now. */
export const UsualClasses = ({ bookings, openClasses, now }: UsualClassesProps) => {
  const today = toLondonDate(now);
  // Its room is there before it, so that it does not move the bookings when it comes.
  if (openClasses === undefined)
    return hasHabit(bookings, today) ? <Skeleton className="mb-4 h-37 sm:h-24" /> : null;
  return findUsual(bookings, openClasses, today).map((usual) => <UsualClass key={usual.id} usual={usual} />);
};
