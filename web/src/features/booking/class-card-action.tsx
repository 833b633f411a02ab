import { CircleCheck, Clock3 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import type { WaitlistStatus } from '#services/contract/waitlist.ts';
import { Button } from '#web/components/ui/button.tsx';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { prefetched } from '#web/lib/prefetched.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { usePendingAction } from '../auth/use-pending-action.ts';
import { openCheckout } from '../checkout/checkout-store.ts';
import { useMembership } from '../membership/api/use-membership.ts';
import { getPassBalance } from '../navigation/pass-balance.ts';
import type { ClassCardState } from '../timetable/class-card-state.ts';
import { useBookClass } from '../timetable/use-book-class.ts';
import { rememberWantedClass } from '../timetable/wanted-class.ts';
import { FirstComeNote } from '../waitlist/first-come-note.tsx';
import { OfferedSpot } from '../waitlist/offered-spot.tsx';
import { WaitlistAction } from '../waitlist/waitlist-action.tsx';

const BookingDialog = lazyDialog(
  prefetched(() => import('./booking-dialog.tsx').then((m) => m.BookingDialog)),
);

const NotOpenNote = ({ opensAt }: { opensAt: string }) => (
  <p className="flex min-h-12 items-center justify-center gap-2 rounded-full bg-sand-soft px-5 py-2 text-center text-ink-muted leading-tight md:min-h-11">
    <Clock3 aria-hidden="true" className="size-4.5 shrink-0" />
    <span className="tabular">Opens {formatDayTime(opensAt)}</span>
  </p>
);

const BookedNote = ({ link }: { link: RefObject<HTMLAnchorElement | null> }) => (
  <div className="flex min-h-12 items-center justify-between gap-4 md:min-h-11">
    <span className="inline-flex items-center gap-2 font-semibold text-kelp">
      <CircleCheck aria-hidden="true" className="size-5.5" strokeWidth={1.8} />
      Booked
    </span>
    <Button asChild variant="secondary" size="sm">
      <Link ref={link} to="/my-classes">
        My Classes
      </Link>
    </Button>
  </div>
);

/** Moves the focus to `link` after a booking from this card, because the focused button is removed. */
const useFocusWhenBooked = (isBooked: boolean) => {
  const link = useRef<HTMLAnchorElement>(null);
  const wasBooked = useRef(isBooked);
  const isBookingHere = useRef(false);
  useEffect(() => {
    const isNew = isBooked && !wasBooked.current;
    wasBooked.current = isBooked;
    if (!isNew || !isBookingHere.current) return;
    isBookingHere.current = false;
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, [isBooked]);
  return { link, isBookingHere };
};

interface ClassCardActionProps {
  readonly scheduledClass: ScheduledClass;
  readonly state: ClassCardState;
  readonly waitlistStatus: WaitlistStatus | undefined;
  /** The id of the heading that names the class, because every card has the same button. */
  readonly describedBy: string;
}

/** The one action that a class offers in its state. */
export const ClassCardAction = ({
  scheduledClass,
  state,
  waitlistStatus,
  describedBy,
}: ClassCardActionProps) => {
  const { user, signInThen } = useAuth();
  const { membership } = useMembership(user !== null);
  const { book, isBooking, lacksPass } = useBookClass(scheduledClass);
  const { link, isBookingHere } = useFocusWhenBooked(state.kind === 'booked');
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toBook = { kind: 'book-class', classId: scheduledClass.id } as const;
  const signIn = () => {
    rememberWantedClass(scheduledClass);
    signInThen(toBook);
  };
  const hasPass = user !== null && getPassBalance(user.passes, membership).count > 0;
  usePendingAction(
    toBook,
    () => (hasPass ? setAsking(true) : openCheckout(scheduledClass)),
    state.kind === 'open' || state.kind === 'offered',
  );
  const bookHere = () => {
    isBookingHere.current = true;
    book();
  };
  const askOrBook = () => {
    if (readStudioNow() > Date.parse(scheduledClass.freeCancellationUntil)) setAsking(true);
    else bookHere();
  };
  const buyAndBook = (
    <Button aria-describedby={describedBy} className="w-full" onClick={() => openCheckout(scheduledClass)}>
      Buy a pass and book
    </Button>
  );
  const renderBooking = (label: string, variant?: 'secondary') => (
    <>
      <Button
        ref={button}
        variant={variant}
        aria-describedby={describedBy}
        className="w-full"
        busy={isBooking}
        onClick={askOrBook}
      >
        {isBooking ? 'Booking...' : label}
      </Button>
      {isAsking ? (
        <BookingDialog
          scheduledClass={scheduledClass}
          focusAfter={button}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            bookHere();
          }}
        />
      ) : null}
    </>
  );

  switch (state.kind) {
    case 'past':
      return (
        <Button disabled aria-describedby={describedBy} className="w-full">
          Class Finished
        </Button>
      );
    case 'booked':
      return <BookedNote link={link} />;
    case 'full':
      return (
        <WaitlistAction
          scheduledClass={scheduledClass}
          waitlistStatus={waitlistStatus}
          isReserved={state.isReserved}
          describedBy={describedBy}
        />
      );
    case 'offered':
      return (
        <OfferedSpot classId={scheduledClass.id} until={state.until}>
          {renderBooking('Take the Spot')}
        </OfferedSpot>
      );
    case 'not-open':
      return <NotOpenNote opensAt={state.opensAt} />;
    case 'sign-in':
      return (
        <div className="grid gap-2.5 md:grid-cols-2">
          <Button variant="secondary" aria-describedby={describedBy} className="w-full" onClick={signIn}>
            Sign In to Book
          </Button>
          {buyAndBook}
        </div>
      );
    case 'open':
      return (
        <>
          {waitlistStatus?.isOnWaitlist ? <FirstComeNote classId={scheduledClass.id} /> : null}
          {hasPass && !lacksPass ? (
            renderBooking('Book Now')
          ) : (
            <div className="grid gap-2.5 md:grid-cols-2">
              {renderBooking('Book Now', 'secondary')}
              {buyAndBook}
            </div>
          )}
        </>
      );
  }
};
