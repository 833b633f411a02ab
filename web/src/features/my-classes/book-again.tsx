import { RotateCcw } from 'lucide-react';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { findAgain } from '../timetable/find-again.ts';
import { useBookClass } from '../timetable/use-book-class.ts';

interface BookAgainButtonProps {
  readonly booked: MyBooking['class'];
  readonly target: ScheduledClass;
}

const BookAgainButton = ({ booked, target }: BookAgainButtonProps) => {
  const { book, isBooking } = useBookClass(target, { isUndoable: true });
  const isOther = booked.instructorId !== target.instructorId;
  return (
    <Button variant="quiet" size="sm" className="-ml-4 text-left" busy={isBooking} onClick={book}>
      <RotateCcw aria-hidden="true" className="size-4.5 shrink-0" />
      <span>
        Book again<span className="sr-only"> {getLevelName(target.name)}</span>:{' '}
        <span className="tabular font-normal">
          {formatDayTime(target.startsAt)}
          {isOther ? `, with ${target.instructorName}` : ''}
        </span>
      </span>
    </Button>
  );
};

interface BookAgainProps {
  readonly booked: MyBooking['class'];
  /** Undefined until they are read. */
  readonly openClasses: readonly ScheduledClass[] | undefined;
  /** Offers only the same weekday, time and instructor. */
  readonly isExact?: boolean;
}

/** Books the class that is like one in the list, with one press. */
export const BookAgain = ({ booked, openClasses, isExact = false }: BookAgainProps) => {
  const again = openClasses && findAgain(booked, openClasses);
  if (again && (again.isSame || !isExact)) return <BookAgainButton booked={booked} target={again.found} />;
  if (isExact || openClasses === undefined) return null;
  return <p className="text-ink-muted text-sm">No class like it to book at the moment.</p>;
};
