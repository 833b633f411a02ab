import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { MyBooking } from '#services/contract/bookings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { prefetched } from '#web/lib/prefetched.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { describePass, groupBookings } from '../my-classes/booking-status.ts';
import { useMyBookings } from '../timetable/api/use-my-bookings.ts';

const CancelDialog = lazyDialog(
  prefetched(() => import('../my-classes/cancel-dialog.tsx').then((m) => m.CancelDialog)),
);

/** The member's next class with its deadline and the button to cancel it; without one, the way to the timetable. */
export const NextBooking = () => {
  const now = useStudioNow();
  const { user } = useAuth();
  const { bookings } = useMyBookings(user !== null);
  const isRefilled = useRuleValues()?.late_cancel_refill === 'on';
  const [bookingToCancel, setBookingToCancel] = useState<MyBooking | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useRef<HTMLElement>(null);
  if (bookings === undefined) return null;
  const next = groupBookings(bookings, now).upcoming[0];
  const close = (wasCancelled: boolean) => {
    // The pressed button is removed with the booking.
    focusAfter.current = wasCancelled ? heading.current : null;
    setBookingToCancel(null);
  };
  return (
    <section
      aria-labelledby="next-booking"
      className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-5 py-3 md:px-8"
    >
      <div className="md:flex md:items-baseline md:gap-6">
        <h2
          ref={heading}
          id="next-booking"
          tabIndex={-1}
          className="eyebrow whitespace-nowrap font-sans text-coral-dark"
        >
          Your next class
        </h2>
        {next ? (
          <p className="mt-1">
            <Link
              to={`/my-classes?booking=${next.id}`}
              className="tabular font-semibold text-sea underline-offset-4 hover:underline"
            >
              {formatDayTime(next.class.startsAt)}
            </Link>
            <span className="max-md:block">
              <span className="max-md:hidden"> · </span>
              {getLevelName(next.class.name)} with {next.class.instructorName || 'your instructor'}
            </span>
            <span className="block text-ink-muted text-sm">{describePass(next, now, { isRefilled })}</span>
          </p>
        ) : (
          <p className="mt-1">Nothing booked yet.</p>
        )}
      </div>
      {next?.cancellable ? (
        <Button variant="secondary" className="shrink-0" onClick={() => setBookingToCancel(next)}>
          Cancel
          <span className="sr-only">
            {' '}
            {getLevelName(next.class.name)} on {formatDayTime(next.class.startsAt)}
          </span>
        </Button>
      ) : null}
      {next ? null : (
        <Button asChild variant="secondary" className="shrink-0">
          <Link to="/book-classes">Book a Class</Link>
        </Button>
      )}
      {bookingToCancel ? (
        <CancelDialog booking={bookingToCancel} now={now} focusAfter={focusAfter} onClose={close} />
      ) : null}
    </section>
  );
};
