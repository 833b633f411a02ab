import { ChevronDown, HeartPulse, Printer } from 'lucide-react';
import { useId, useState } from 'react';
import type { TaughtClass } from '#services/contract/instructor.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { SeatDots } from '#web/components/ui/seat-dots.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { AttendeeRow } from './attendee-row.tsx';
import { getHeadingId, type TaughtDay } from './taught-classes.ts';
import type { Attendance } from './use-attendance.ts';
import { useOpenNotes } from './use-open-notes.ts';

interface TaughtClassCardProps {
  readonly taught: TaughtClass;
  readonly day: TaughtDay;
  readonly isInitiallyOpen: boolean;
  readonly attendance: Attendance;
  readonly onPrint: (taught: TaughtClass) => void;
}

/** A class of an instructor with its attendees, who can be shown and hidden. */
export const TaughtClassCard = ({
  taught,
  day,
  isInitiallyOpen,
  attendance,
  onPrint,
}: TaughtClassCardProps) => {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const headingId = getHeadingId(taught.id);
  const listId = useId();
  const { date, name, bookedCount, maxCapacity, isMarkedFull, bookings } = taught;
  const notes = useOpenNotes(bookings);
  const time = taught.time.slice(0, 5);
  const markedCount = bookings.filter((booking) => attendance.getMark(booking).attended !== null).length;
  return (
    <Card as="article" aria-labelledby={headingId} padded={false}>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-1.5 px-4 pt-3 pb-2 md:gap-y-3 md:px-6 md:pt-5 md:pb-3">
        <h3 id={headingId} tabIndex={-1} className="flex items-baseline gap-3 md:w-40 md:flex-col md:gap-0">
          <span className="tabular text-3xl leading-none tracking-tight">{time}</span>
          <span className="font-sans text-base tracking-normal">{formatShortWallDay(date)}</span>
          <span className="sr-only"> {getLevelName(name)}</span>
        </h3>
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="font-semibold">{getLevelName(name)}</span>
            {day === 'today' && <Badge tone="coral">Today</Badge>}
            {day === 'finished' && <Badge>Finished</Badge>}
            {isMarkedFull && <Badge tone="amber">Marked full</Badge>}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
            <span aria-hidden="true" className="inline-flex">
              <SeatDots capacity={maxCapacity} taken={bookedCount} />
            </span>
            {bookedCount} of {maxCapacity} seats booked · {taught.duration} min
          </p>
        </div>
      </div>
      <div className="flex items-center justify-between gap-x-4 border-sand border-t px-2 py-0.5 md:px-4 md:py-1.5">
        {bookings.length === 0 ? (
          <p className="px-2 py-1.5 text-ink-muted md:py-2.5">No bookings for this class yet</p>
        ) : (
          <>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              aria-describedby={headingId}
              onClick={() => setOpen(!isOpen)}
              className="inline-flex min-h-12 min-w-0 grow flex-wrap items-center gap-x-2 rounded-full px-2 text-left font-semibold transition-colors hover:text-sea md:grow-0"
            >
              <ChevronDown
                aria-hidden="true"
                strokeWidth={1.8}
                className={cx('size-5 shrink-0 transition-transform', isOpen && 'rotate-180')}
              />
              {formatCount(bookings.length, 'attendee', 'attendees')}
              {(markedCount > 0 || day !== 'ahead') && (
                <span className="font-normal text-ink-muted">
                  · {markedCount} of {bookings.length} marked
                </span>
              )}
              {notes.count > 0 && (
                <span className="inline-flex items-center gap-1 font-medium text-amber">
                  <HeartPulse aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.8} />
                  {notes.count} with health notes
                </span>
              )}
            </button>
            <Button variant="quiet" size="sm" aria-describedby={headingId} onClick={() => onPrint(taught)}>
              <Printer aria-hidden="true" className="size-4.5" />
              <span className="max-sm:sr-only">Print</span>
            </Button>
          </>
        )}
      </div>
      {isOpen && notes.count > 0 && (
        <div className="border-sand border-t px-2 py-1.5 md:px-4">
          <Button
            variant="quiet"
            size="sm"
            aria-pressed={notes.areAllOpen}
            aria-describedby={headingId}
            onClick={notes.toggleAll}
          >
            <HeartPulse aria-hidden="true" className="size-4.5" />
            {notes.areAllOpen ? 'Hide all health notes' : 'Show all health notes'}
          </Button>
        </div>
      )}
      {isOpen && bookings.length > 0 && (
        <ul
          id={listId}
          className="divide-y divide-sand border-sand border-t px-4 md:px-6"
          aria-labelledby={headingId}
        >
          {bookings.map((attendee) => (
            <AttendeeRow
              key={attendee.id}
              classId={taught.id}
              attendee={attendee}
              attendance={attendance}
              isOpen={notes.isOpen(attendee.id)}
              onOpen={notes.set}
            />
          ))}
        </ul>
      )}
    </Card>
  );
};
