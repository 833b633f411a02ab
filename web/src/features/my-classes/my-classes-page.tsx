import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { MyWaitlist } from '#services/contract/waitlist.ts';
import { EmptyMat } from '#web/components/illustrations/empty-mat.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { lazyDialog, lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { isSignedOutError } from '#web/lib/api-error.ts';
import { useHasInteracted } from '#web/lib/first-interaction.ts';
import { prefetched } from '#web/lib/prefetched.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { SignInRequired } from '../auth/sign-in-required.tsx';
import { useMyBookings } from '../timetable/api/use-my-bookings.ts';
import { useMyWaitlists } from '../waitlist/api/use-my-waitlists.ts';
import { useRestoreFocus } from '../waitlist/use-restore-focus.ts';
import { BookingRow } from './booking-row.tsx';
import { groupBookings } from './booking-status.ts';
import { CalendarSection } from './calendar-section.tsx';
import { myClassesMessages } from './my-classes-messages.ts';
import { PastBookings } from './past-bookings.tsx';
import { hasLinkedBooking, useLinkedBooking } from './use-linked-booking.ts';
import { useOpenClasses } from './use-open-classes.ts';
import { UsualClasses } from './usual-classes.tsx';
import { WaitlistSection } from './waitlist-section.tsx';

const CancelDialog = lazyDialog(prefetched(() => import('./cancel-dialog.tsx').then((m) => m.CancelDialog)));
const PasskeyOffer = lazyPart(() => import('../passkeys/passkey-offer.tsx').then((m) => m.PasskeyOffer));
const MoveDialog = lazyDialog(prefetched(() => import('./move-dialog.tsx').then((m) => m.MoveDialog)));

interface BookingsProps {
  readonly bookings: readonly MyBooking[];
  readonly waitlists: readonly MyWaitlist[];
}

const Bookings = ({ bookings, waitlists }: BookingsProps) => {
  const { user } = useAuth();
  const hasInteracted = useHasInteracted();
  const now = useStudioNow();
  const linked = useLinkedBooking(bookings, now);
  const [bookingToCancel, setBookingToCancel] = useState(linked.toCancel);
  const [bookingToMove, setBookingToMove] = useState(linked.toMove);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useRef<HTMLElement>(null);
  const container = useRef<HTMLDivElement>(null);
  // Leaving a waitlist removes the pressed button.
  useRestoreFocus(container, waitlists.map((waitlist) => waitlist.class.id).join(' '));
  const { upcoming, past } = groupBookings(bookings, now);
  const openClasses = useOpenClasses(bookings, now);
  // An offer ends within minutes, so it comes first.
  const hasOffer = waitlists.some(({ offer }) => offer !== null);
  const close = (wasRemoved: boolean) => {
    // The focused button is removed with the booking.
    focusAfter.current = wasRemoved ? heading.current : null;
    setBookingToCancel(null);
    setBookingToMove(null);
  };
  return (
    <>
      <div ref={container} className="flex flex-col gap-14">
        {hasOffer ? <WaitlistSection waitlists={waitlists} now={now} /> : null}
        <section aria-labelledby="upcoming">
          <h2 ref={heading} id="upcoming" tabIndex={-1} className="mb-4 text-2xl">
            Upcoming
          </h2>
          <UsualClasses bookings={bookings} openClasses={openClasses} now={now} />
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
                  openClasses={openClasses}
                  isLinked={booking.id === linked.id}
                  onMove={setBookingToMove}
                  onCancel={setBookingToCancel}
                />
              ))}
            </div>
          )}
        </section>
        {hasOffer ? null : <WaitlistSection waitlists={waitlists} now={now} />}
      </div>
      {bookings.length > 0 && user !== null && hasInteracted ? (
        <PasskeyOffer user={user} className="mt-14" />
      ) : null}
      {past.length > 0 ? <PastBookings bookings={past} openClasses={openClasses} now={now} /> : null}
      <CalendarSection />
      {bookingToMove ? (
        <MoveDialog
          booking={bookingToMove}
          bookings={bookings}
          openClasses={openClasses}
          now={now}
          focusAfter={focusAfter}
          onClose={close}
        />
      ) : null}
      {bookingToCancel ? (
        <CancelDialog booking={bookingToCancel} now={now} focusAfter={focusAfter} onClose={close} />
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
  const { search } = useLocation();
  const { bookings, error, retry } = useMyBookings(user !== null);
  const { waitlists } = useMyWaitlists(user !== null);
  const isSignedOut = status === 'signed-out' || isSignedOutError(error);
  useEffect(() => {
    if (error !== undefined && !isSignedOut) toast(myClassesMessages.myClassesFailed);
  }, [error, isSignedOut]);
  // The link of a reminder stays in the address, and leads to its booking after signing in.
  if (isSignedOut && hasLinkedBooking(search))
    return <SignInRequired text="Please sign in to see your class." />;
  if (isSignedOut) return <Navigate to="/" replace />;
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
      {bookings !== undefined && waitlists !== undefined ? (
        <Bookings bookings={bookings} waitlists={waitlists} />
      ) : null}
      {(bookings === undefined && error === undefined) || waitlists === undefined ? <Loading /> : null}
      {bookings === undefined && error !== undefined && waitlists !== undefined ? (
        <LoadProblem title="Failed to load your classes" text="They are safe with us." onRetry={retry} />
      ) : null}
    </Page>
  );
};
