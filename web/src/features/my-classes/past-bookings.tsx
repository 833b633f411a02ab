import { useRef, useState } from 'react';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { formatShortWallDay } from '../../lib/dates.ts';
import { levelName } from '../booking/level.ts';
import { bookingStatus, passText } from './booking-groups.ts';

const shownAtFirst = 6;

const PastBooking = ({ booking, now }: { booking: MyBooking; now: number }) => {
  const status = bookingStatus(booking, now);
  const text = passText(booking, now);
  const { date, time, instructorName, name } = booking.class;
  return (
    <li
      tabIndex={-1}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 py-3.5 md:grid-cols-[10rem_1fr_auto] md:gap-x-8"
    >
      <p className="tabular whitespace-nowrap max-md:text-ink-muted">
        {formatShortWallDay(date)}, {time}
      </p>
      <p className="max-md:col-span-2 max-md:row-start-2">
        <span className="font-medium">{levelName(name)}</span>
        <span className="text-ink-muted">
          {' '}
          · {instructorName || 'Instructor'} · {booking.passName}
        </span>
        {text ? <span className="block text-ink-muted text-sm">{text}</span> : null}
      </p>
      <Badge tone={status.tone} className="max-md:row-start-1 max-md:col-start-2">
        {status.label}
      </Badge>
    </li>
  );
};

/** What is over or was given up, a line each; the older ones on request. */
export const PastBookings = ({ bookings, now }: { bookings: readonly MyBooking[]; now: number }) => {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = isWhole ? bookings : bookings.slice(0, shownAtFirst);
  const showAll = () => {
    setWhole(true);
    // The button goes; the first line that it brought takes its place.
    requestAnimationFrame(() => {
      const next = list.current?.children.item(shownAtFirst);
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    });
  };
  return (
    <section aria-labelledby="past" className="mt-14">
      <h2 id="past" className="mb-2 text-2xl">
        Past and cancelled
      </h2>
      <ul ref={list} className="divide-y divide-sand border-sand border-b">
        {shown.map((booking) => (
          <PastBooking key={booking.id} booking={booking} now={now} />
        ))}
      </ul>
      {shown.length < bookings.length ? (
        <Button variant="quiet" className="-ml-6 mt-3" onClick={showAll}>
          Show all {bookings.length}
        </Button>
      ) : null}
    </section>
  );
};
