import { CalendarX2, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import type { WaitlistAnswer } from '#services/contract/waitlist.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useBookClass } from '../timetable/use-book-class.ts';
import { AskedPanel } from './asked-panel.tsx';
import { CancellationNote, PassNeededNotice, PayingPassNote } from './pass-notes.tsx';
import { useWaitlistChange } from './use-waitlist-change.ts';
import { WaitingPanel } from './waiting-panel.tsx';
import type { WaitlistState } from './waitlist-state.ts';
import { formatOfferEnd, formatTimeLeft } from './waitlist-text.ts';

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="mt-7 flex flex-col gap-3 md:flex-row">{children}</div>
);

const Ended = ({ title, text }: { title: string; text: string }) => (
  <Card className="md:p-8">
    <CalendarX2 aria-hidden="true" className="size-9 text-ink-muted" strokeWidth={1.4} />
    <h2 tabIndex={-1} className="mt-3 text-2xl">
      {title}
    </h2>
    <p className="mt-2 max-w-xl">{text}</p>
    <Actions>
      <Button asChild>
        <Link to="/book-classes">See the timetable</Link>
      </Button>
    </Actions>
  </Card>
);

interface ClassProps {
  readonly scheduledClass: ScheduledClass;
}

const Booked = ({
  scheduledClass,
  freeCancellationUntil,
}: ClassProps & { freeCancellationUntil: string }) => (
  <Card className="border-kelp/50! md:p-8">
    <CircleCheck aria-hidden="true" className="size-9 text-kelp" strokeWidth={1.4} />
    <h2 tabIndex={-1} className="mt-3 text-2xl">
      You have a place in this class
    </h2>
    <div className="mt-2 max-w-xl">
      <CancellationNote startsAt={scheduledClass.startsAt} until={freeCancellationUntil} />
    </div>
    <Actions>
      <Button asChild>
        <Link to="/my-classes">My Classes</Link>
      </Button>
    </Actions>
  </Card>
);

const Offered = ({ scheduledClass, until }: ClassProps & { until: string }) => {
  const now = useStudioNow();
  const { book, isBooking } = useBookClass(scheduledClass);
  const { leave, isChanging } = useWaitlistChange(scheduledClass);
  return (
    <Card className="border-coral! bg-coral-tint/45! md:p-8">
      <p role="timer" className="tabular eyebrow text-coral-dark">
        {formatTimeLeft(until, now)}
      </p>
      <h2 tabIndex={-1} className="mt-2 text-2xl md:text-3xl">
        A spot is kept for you until {formatOfferEnd(until, now)}
      </h2>
      <div className="mt-4 flex max-w-xl flex-col gap-2">
        <PayingPassNote startsAt={scheduledClass.startsAt} />
        <CancellationNote startsAt={scheduledClass.startsAt} until={scheduledClass.freeCancellationUntil} />
        <p className="text-ink-muted">
          If you say no, the spot goes to the next in line, and you are off this waitlist.
        </p>
      </div>
      <Actions>
        <Button size="lg" busy={isBooking} disabled={isChanging} onClick={book}>
          {isBooking ? 'Booking...' : 'Take the spot'}
        </Button>
        <Button size="lg" variant="secondary" busy={isChanging} disabled={isBooking} onClick={leave}>
          No, thank you
        </Button>
      </Actions>
    </Card>
  );
};

const Free = ({ scheduledClass, isWaiting }: ClassProps & { isWaiting: boolean }) => {
  const { book, isBooking } = useBookClass(scheduledClass);
  const { leave, isChanging } = useWaitlistChange(scheduledClass);
  return (
    <Card className="border-coral! md:p-8">
      <h2 tabIndex={-1} className="text-2xl md:text-3xl">
        There is a spot: first come, first served
      </h2>
      <div className="mt-4 flex max-w-xl flex-col gap-2">
        <PayingPassNote startsAt={scheduledClass.startsAt} />
        <CancellationNote startsAt={scheduledClass.startsAt} until={scheduledClass.freeCancellationUntil} />
      </div>
      <Actions>
        <Button size="lg" busy={isBooking} disabled={isChanging} onClick={book}>
          {isBooking ? 'Booking...' : 'Book Now'}
        </Button>
        {isWaiting ? (
          <Button size="lg" variant="secondary" busy={isChanging} disabled={isBooking} onClick={leave}>
            Leave Waitlist
          </Button>
        ) : null}
      </Actions>
    </Card>
  );
};

const Full = ({ scheduledClass, waiting }: ClassProps & { waiting: number }) => {
  const { join, isChanging } = useWaitlistChange(scheduledClass);
  return (
    <Card className="md:p-8">
      <p className="text-ink-muted">{waiting} on waitlist</p>
      <h2 tabIndex={-1} className="mt-1 text-2xl">
        You are not on the waitlist of this class
      </h2>
      <p className="mt-2 max-w-xl">
        It has no spot for the asking. Get in line, and we will tell you when it is your turn.
      </p>
      <PassNeededNotice startsAt={scheduledClass.startsAt} />
      <Actions>
        <Button busy={isChanging} onClick={join}>
          Join Waitlist
        </Button>
        <Button asChild variant="secondary">
          <Link to="/book-classes">See the timetable</Link>
        </Button>
      </Actions>
    </Card>
  );
};

interface ClaimPanelProps extends ClassProps {
  readonly waitlist: WaitlistAnswer;
  readonly state: WaitlistState;
}

/** The member's state on the waitlist and what they can do. */
export const ClaimPanel = ({ scheduledClass, waitlist, state }: ClaimPanelProps) => {
  switch (state.kind) {
    case 'cancelled':
      return (
        <Ended
          title="The studio has cancelled this class"
          text="We are sorry. It uses none of your passes."
        />
      );
    case 'past':
      return (
        <Ended
          title="This class has begun"
          text="Its waitlist is closed now. Thank you for waiting: we hope that it works out next time."
        />
      );
    case 'booked':
      return <Booked scheduledClass={scheduledClass} freeCancellationUntil={state.freeCancellationUntil} />;
    case 'offered':
      return <Offered scheduledClass={scheduledClass} until={state.until} />;
    case 'free':
      return <Free scheduledClass={scheduledClass} isWaiting={waitlist.isOnWaitlist} />;
    case 'full':
      return <Full scheduledClass={scheduledClass} waiting={waitlist.waitlistCount} />;
    case 'not-open':
      return (
        <Ended
          title="This class has spots, and is not open yet"
          text={`Booking opens ${formatDayTime(state.opensAt)}.`}
        />
      );
    case 'asked':
      return <AskedPanel scheduledClass={scheduledClass} state={state} />;
    case 'waiting':
      return <WaitingPanel scheduledClass={scheduledClass} waiting={waitlist.waitlistCount} state={state} />;
  }
};
