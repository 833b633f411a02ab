import { useId } from 'react';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { AddToCalendar } from '../calendar/add-to-calendar.tsx';
import { BookAgain } from './book-again.tsx';
import { canMove, describePass, describeStatus } from './booking-status.ts';
import { ClassRow } from './class-row.tsx';

interface BookingRowProps {
  readonly booking: MyBooking;
  readonly now: number;
  /** The classes that the member can book; undefined until they are read. */
  readonly openClasses: readonly ScheduledClass[] | undefined;
  /** The address names this booking. */
  readonly isLinked: boolean;
  readonly onMove: (booking: MyBooking) => void;
  readonly onCancel: (booking: MyBooking) => void;
}

/** An upcoming booking with its status and actions. */
export const BookingRow = ({ booking, now, openClasses, isLinked, onMove, onCancel }: BookingRowProps) => {
  const headingId = useId();
  const status = describeStatus(booking, now);
  const rules = useRuleValues();
  const passText = describePass(booking, now, {
    currentHours: rules && Number(rules.free_cancellation_hours),
    isRefilled: rules?.late_cancel_refill === 'on',
  });
  const classLabel = ` ${getLevelName(booking.class.name)} on ${formatDayTime(booking.class.startsAt)}`;
  const buttonProps = { variant: 'secondary', 'aria-describedby': headingId, className: 'grow' } as const;
  return (
    <ClassRow
      headingId={headingId}
      isHighlighted={isLinked}
      isScrolledTo={isLinked}
      bookedClass={booking.class}
      badge={<Badge tone={status.tone}>{status.label}</Badge>}
      detail={` · ${booking.passName}`}
      actions={
        <>
          {canMove(booking, now) ? (
            <Button {...buttonProps} onClick={() => onMove(booking)}>
              Move
              <span className="sr-only">{classLabel}</span>
            </Button>
          ) : null}
          {booking.cancellable ? (
            <Button {...buttonProps} onClick={() => onCancel(booking)}>
              Cancel
              <span className="sr-only">{classLabel}</span>
            </Button>
          ) : null}
        </>
      }
    >
      {passText ? <p className="text-ink-muted text-sm">{passText}</p> : null}
      <div className="flex flex-wrap gap-x-6">
        <AddToCalendar bookingId={booking.id} classLabel={classLabel} />
        <BookAgain booked={booking.class} openClasses={openClasses} isExact />
      </div>
    </ClassRow>
  );
};
