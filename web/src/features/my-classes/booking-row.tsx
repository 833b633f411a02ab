import { useId } from 'react';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { formatDayTime, formatShortWallDay } from '../../lib/dates.ts';
import { levelName } from '../booking/level.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { bookingStatus, canMove, passText } from './booking-groups.ts';

interface BookingRowProps {
  readonly booking: MyBooking;
  readonly now: number;
  readonly onMove: (booking: MyBooking) => void;
  readonly onCancel: (booking: MyBooking) => void;
}

/** A place still ahead: when, what, with whom, how it stands, and what can be done with it. */
export const BookingRow = ({ booking, now, onMove, onCancel }: BookingRowProps) => {
  const headingId = useId();
  const status = bookingStatus(booking, now);
  const text = passText(booking, now);
  const { date, time, duration, instructorName, name } = booking.class;
  const what = ` ${levelName(name)} on ${formatDayTime(booking.class.startsAt)}`;
  return (
    <Card as="article" aria-labelledby={headingId} className="md:flex md:items-center md:gap-8">
      <h3 id={headingId} className="flex items-baseline gap-3 md:w-32 md:shrink-0 md:flex-col md:gap-0.5">
        <span className="tabular text-3xl leading-none tracking-tight">{time}</span>
        <span className="font-sans text-base tracking-normal">{formatShortWallDay(date)}</span>
      </h3>
      <div className="mt-3 grow md:mt-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-semibold">{levelName(name)}</span>
          <Badge tone={status.tone}>{status.label}</Badge>
        </p>
        <p className="text-ink-muted">
          {instructorName || 'Instructor'} · {duration} min · {booking.passName}
        </p>
        {text ? <p className="text-ink-muted text-sm">{text}</p> : null}
        <AddToCalendar bookingId={booking.id} what={what} />
      </div>
      <div className="mt-4 flex shrink-0 flex-wrap gap-2.5 md:mt-0">
        {canMove(booking, now) ? (
          <Button
            variant="secondary"
            aria-describedby={headingId}
            className="grow"
            onClick={() => onMove(booking)}
          >
            Move
            <span className="sr-only">{what}</span>
          </Button>
        ) : null}
        {booking.cancellable ? (
          <Button
            variant="secondary"
            aria-describedby={headingId}
            className="grow"
            onClick={() => onCancel(booking)}
          >
            Cancel
            <span className="sr-only">{what}</span>
          </Button>
        ) : null}
      </div>
    </Card>
  );
};
