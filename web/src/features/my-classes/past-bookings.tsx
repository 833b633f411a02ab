import { useRef, useState } from 'react';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { BookAgain } from './book-again.tsx';
import { describePass, describeStatus } from './booking-status.ts';

const initialCount = 6;

/** A booking that was moved or undone has another one in its place. */
const canRepeat = ({ status }: MyBooking): boolean => status !== 'moved' && status !== 'undone';

interface PastBookingProps {
  readonly booking: MyBooking;
  readonly openClasses: readonly ScheduledClass[] | undefined;
  readonly now: number;
}

const PastBooking = ({ booking, openClasses, now }: PastBookingProps) => {
  const status = describeStatus(booking, now);
  const passText = describePass(booking, now);
  const { date, time, instructorName, name } = booking.class;
  return (
    <li
      tabIndex={-1}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 py-3.5 md:grid-cols-[10rem_1fr_auto] md:gap-x-8"
    >
      <p className="tabular whitespace-nowrap max-md:text-ink-muted">
        {formatShortWallDay(date)}, {time}
      </p>
      <div className="max-md:col-span-2 max-md:row-start-2">
        <p>
          <span className="font-medium">{getLevelName(name)}</span>
          <span className="text-ink-muted">
            {' '}
            · {instructorName || 'Instructor'} · {booking.passName}
          </span>
          {passText ? <span className="block text-ink-muted text-sm">{passText}</span> : null}
        </p>
        {canRepeat(booking) ? (
          // Its space is there before the classes are read.
          <div className="min-h-11 md:min-h-9">
            <BookAgain booked={booking.class} openClasses={openClasses} />
          </div>
        ) : null}
      </div>
      <Badge tone={status.tone} className="max-md:row-start-1 max-md:col-start-2">
        {status.label}
      </Badge>
    </li>
  );
};

interface PastBookingsProps {
  readonly bookings: readonly MyBooking[];
  readonly openClasses: readonly ScheduledClass[] | undefined;
  readonly now: number;
}

/** Past classes and cancelled bookings; the older ones behind a button. */
export const PastBookings = ({ bookings, openClasses, now }: PastBookingsProps) => {
  const [isExpanded, setExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const visibleBookings = isExpanded ? bookings : bookings.slice(0, initialCount);
  const showAll = () => {
    setExpanded(true);
    // The pressed button is removed, so the focus moves to the first added item.
    requestAnimationFrame(() => {
      const next = list.current?.children.item(initialCount);
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    });
  };
  return (
    <section aria-labelledby="past" className="mt-14">
      <h2 id="past" className="mb-2 text-2xl">
        Past and cancelled
      </h2>
      <ul ref={list} className="divide-y divide-sand border-sand border-b">
        {visibleBookings.map((booking) => (
          <PastBooking key={booking.id} booking={booking} openClasses={openClasses} now={now} />
        ))}
      </ul>
      {visibleBookings.length < bookings.length ? (
        <Button variant="quiet" className="-ml-6 mt-3" onClick={showAll}>
          Show all {bookings.length}
        </Button>
      ) : null}
    </section>
  );
};
