import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { MyBooking } from '../../../../services/contract/bookings.ts';
import { EmptyMat } from '../../components/illustrations/empty-mat.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { messages } from '../../lib/messages.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { useMyBookings } from '../booking/api/use-my-bookings.ts';
import { groupBookings } from './booking-groups.ts';
import { BookingRow } from './booking-row.tsx';
import { CalendarSection } from './calendar-section.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PastBookings } from './past-bookings.tsx';

const Bookings = ({ bookings }: { bookings: readonly MyBooking[] }) => {
  const now = useStudioNow();
  const [toCancel, setToCancel] = useState<MyBooking | null>(null);
  const [toMove, setToMove] = useState<MyBooking | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useRef<HTMLElement>(null);
  const { upcoming, past } = groupBookings(bookings, now);
  const close = (isGone: boolean) => {
    // The button that had the focus goes with the class.
    focusAfter.current = isGone ? heading.current : null;
    setToCancel(null);
    setToMove(null);
  };
  return (
    <>
      <section aria-labelledby="upcoming">
        <h2 ref={heading} id="upcoming" tabIndex={-1} className="mb-4 text-2xl">
          Upcoming
        </h2>
        {upcoming.length === 0 ? (
          <EmptyState
            illustration={<EmptyMat />}
            title="Nothing booked yet"
            text="Choose a day and take your place."
            action={
              <Button asChild>
                <Link to="/book-classes">Book a Class</Link>
              </Button>
            }
          />
        ) : (
          <div className="flex flex-col gap-4">
            {upcoming.map((booking) => (
              <BookingRow
                key={booking.id}
                booking={booking}
                now={now}
                onMove={setToMove}
                onCancel={setToCancel}
              />
            ))}
          </div>
        )}
      </section>
      {past.length > 0 ? <PastBookings bookings={past} now={now} /> : null}
      <CalendarSection />
      {toMove ? (
        <MoveDialog booking={toMove} bookings={bookings} now={now} focusAfter={focusAfter} onClose={close} />
      ) : null}
      {toCancel ? (
        <CancelDialog booking={toCancel} now={now} focusAfter={focusAfter} onClose={close} />
      ) : null}
    </>
  );
};

const Loading = () => (
  <div className="flex flex-col gap-4" aria-busy="true">
    {['a', 'b', 'c'].map((place) => (
      <Skeleton key={place} className="h-28" />
    ))}
  </div>
);

/** /my-classes */
export const MyClassesPage = () => {
  const { user, status } = useAuth();
  const { bookings, error, retry } = useMyBookings(user !== null);
  useEffect(() => {
    if (error !== undefined) toast(messages.myClassesFailed);
  }, [error]);
  if (status === 'signed-out') return <Navigate to="/" replace />;
  return (
    <Page
      title="My Classes"
      subtitle="What you have booked, and what you have done."
      aside={
        <Button asChild variant="secondary">
          <Link to="/">
            <ArrowLeft aria-hidden="true" className="size-4.5" />
            Back to Home
          </Link>
        </Button>
      }
    >
      {bookings !== undefined ? <Bookings bookings={bookings} /> : null}
      {bookings === undefined && error === undefined ? <Loading /> : null}
      {bookings === undefined && error !== undefined ? (
        <EmptyState
          title="Failed to load your classes"
          text="They are safe with us. Please try again in a moment."
          action={
            <Button variant="secondary" onClick={retry}>
              Try again
            </Button>
          }
        />
      ) : null}
    </Page>
  );
};
