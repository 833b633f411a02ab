import { CircleCheck, Clock3 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import type { WaitlistStatus } from '../../../../services/contract/waitlist.ts';
import { Button } from '../../components/ui/button.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { FirstCome } from '../waitlist/first-come.tsx';
import { OfferedSpot } from '../waitlist/offered-spot.tsx';
import { WaitlistAction } from '../waitlist/waitlist-action.tsx';
import type { ClassCardState } from './class-card-state.ts';
import { useBookClass } from './use-book-class.ts';

/** Says in the button's place why there is nothing to press. */
const Note = ({ children }: { children: ReactNode }) => (
  <p className="flex min-h-12 items-center justify-center gap-2 rounded-full bg-sand-soft px-5 py-2 text-center text-ink-muted leading-tight md:min-h-11">
    {children}
  </p>
);

/** The button that had the focus goes when its class is booked; what comes in its place takes the focus over. */
const useFocusWhenBooked = (isBooked: boolean) => {
  const link = useRef<HTMLAnchorElement>(null);
  const wasBooked = useRef(isBooked);
  const booksHere = useRef(false);
  useEffect(() => {
    const isNew = isBooked && !wasBooked.current;
    wasBooked.current = isBooked;
    if (!isNew || !booksHere.current) return;
    booksHere.current = false;
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, [isBooked]);
  return { link, booksHere };
};

interface ClassCardActionProps {
  readonly scheduled: ScheduledClass;
  readonly state: ClassCardState;
  readonly line: WaitlistStatus | undefined;
  /** The element that names the class, since every card has the same button. */
  readonly describedBy: string;
}

/** The one thing to do with a class. */
export const ClassCardAction = ({ scheduled, state, line, describedBy }: ClassCardActionProps) => {
  const { openAuth } = useAuth();
  const { book, booking } = useBookClass(scheduled);
  const { link, booksHere } = useFocusWhenBooked(state.kind === 'booked');
  const bookHere = () => {
    booksHere.current = true;
    book();
  };

  switch (state.kind) {
    case 'past':
      return (
        <Button disabled aria-describedby={describedBy} className="w-full">
          Class Finished
        </Button>
      );
    case 'booked':
      return (
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
    case 'full':
      return (
        <WaitlistAction scheduled={scheduled} line={line} isKept={state.isKept} describedBy={describedBy} />
      );
    case 'offered':
      return (
        <OfferedSpot classId={scheduled.id} until={state.until}>
          <Button aria-describedby={describedBy} className="w-full" busy={booking} onClick={bookHere}>
            {booking ? 'Booking...' : 'Take the Spot'}
          </Button>
        </OfferedSpot>
      );
    case 'not-open':
      return (
        <Note>
          <Clock3 aria-hidden="true" className="size-4.5 shrink-0" />
          <span className="tabular">Opens {formatDayTime(state.opensAt)}</span>
        </Note>
      );
    case 'sign-in':
      return (
        <Button
          variant="secondary"
          aria-describedby={describedBy}
          className="w-full"
          onClick={() => openAuth()}
        >
          Sign In to Book
        </Button>
      );
    case 'open':
      return (
        <>
          {line?.isOnWaitlist ? <FirstCome classId={scheduled.id} /> : null}
          <Button aria-describedby={describedBy} className="w-full" busy={booking} onClick={bookHere}>
            {booking ? 'Booking...' : 'Book Now'}
          </Button>
        </>
      );
  }
};
