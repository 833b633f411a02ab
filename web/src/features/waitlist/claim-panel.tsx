import { CalendarX2, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import type { WaitlistAnswer } from '../../../../services/contract/waitlist.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useStudioNow } from '../../lib/studio-clock.ts';
import { useBookClass } from '../booking/use-book-class.ts';
import type { LineState } from './line-state.ts';
import { CancelRule, PassNeeded, WhichPass } from './pass-notes.tsx';
import { useWaitlistChange } from './use-waitlist-change.ts';
import { WaitingPanel } from './waiting-panel.tsx';
import { timeLeftText, untilText } from './waitlist-words.ts';

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
  readonly scheduled: ScheduledClass;
}

const Booked = ({ freeUntil }: { freeUntil: string }) => (
  <Card className="border-kelp/50! md:p-8">
    <CircleCheck aria-hidden="true" className="size-9 text-kelp" strokeWidth={1.4} />
    <h2 tabIndex={-1} className="mt-3 text-2xl">
      You have a place in this class
    </h2>
    <div className="mt-2 max-w-xl">
      <CancelRule until={freeUntil} />
    </div>
    <Actions>
      <Button asChild>
        <Link to="/my-classes">My Classes</Link>
      </Button>
    </Actions>
  </Card>
);

const Offered = ({ scheduled, until }: ClassProps & { until: string }) => {
  const now = useStudioNow();
  const { book, booking } = useBookClass(scheduled);
  const { leave, changing } = useWaitlistChange(scheduled);
  return (
    <Card className="border-coral! bg-coral-tint/45! md:p-8">
      <p role="timer" className="tabular eyebrow text-coral-dark">
        {timeLeftText(until, now)}
      </p>
      <h2 tabIndex={-1} className="mt-2 text-2xl md:text-3xl">
        A spot is kept for you until {untilText(until, now)}
      </h2>
      <div className="mt-4 flex max-w-xl flex-col gap-2">
        <WhichPass startsAt={scheduled.startsAt} />
        <CancelRule until={scheduled.freeCancellationUntil} />
        <p className="text-ink-muted">
          If you say no, the spot goes to the next in line, and you are off this waitlist.
        </p>
      </div>
      <Actions>
        <Button size="lg" busy={booking} disabled={changing} onClick={book}>
          {booking ? 'Booking...' : 'Take the spot'}
        </Button>
        <Button size="lg" variant="secondary" busy={changing} disabled={booking} onClick={leave}>
          No, thank you
        </Button>
      </Actions>
    </Card>
  );
};

const Free = ({ scheduled, isWaiting }: ClassProps & { isWaiting: boolean }) => {
  const { book, booking } = useBookClass(scheduled);
  const { leave, changing } = useWaitlistChange(scheduled);
  return (
    <Card className="border-coral! md:p-8">
      <h2 tabIndex={-1} className="text-2xl md:text-3xl">
        There is a spot: first come, first served
      </h2>
      <div className="mt-4 flex max-w-xl flex-col gap-2">
        <WhichPass startsAt={scheduled.startsAt} />
        <CancelRule until={scheduled.freeCancellationUntil} />
      </div>
      <Actions>
        <Button size="lg" busy={booking} disabled={changing} onClick={book}>
          {booking ? 'Booking...' : 'Book Now'}
        </Button>
        {isWaiting ? (
          <Button size="lg" variant="secondary" busy={changing} disabled={booking} onClick={leave}>
            Leave Waitlist
          </Button>
        ) : null}
      </Actions>
    </Card>
  );
};

const Full = ({ scheduled, waiting }: ClassProps & { waiting: number }) => {
  const { join, changing } = useWaitlistChange(scheduled);
  return (
    <Card className="md:p-8">
      <p className="text-ink-muted">{waiting} on waitlist</p>
      <h2 tabIndex={-1} className="mt-1 text-2xl">
        You are not on the waitlist of this class
      </h2>
      <p className="mt-2 max-w-xl">
        It has no spot for the asking. Get in line, and we will tell you when it is your turn.
      </p>
      <PassNeeded startsAt={scheduled.startsAt} />
      <Actions>
        <Button busy={changing} onClick={join}>
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
  readonly line: WaitlistAnswer;
  readonly state: LineState;
}

/** How it stands for the member, and the one thing to do about it. */
export const ClaimPanel = ({ scheduled, line, state }: ClaimPanelProps) => {
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
      return <Booked freeUntil={state.freeUntil} />;
    case 'offered':
      return <Offered scheduled={scheduled} until={state.until} />;
    case 'free':
      return <Free scheduled={scheduled} isWaiting={line.isOnWaitlist} />;
    case 'full':
      return <Full scheduled={scheduled} waiting={line.waitlistCount} />;
    case 'not-open':
      return (
        <Ended
          title="This class has spots, and is not open yet"
          text={`Booking opens ${formatDayTime(state.opensAt)}.`}
        />
      );
    case 'waiting':
      return <WaitingPanel scheduled={scheduled} waiting={line.waitlistCount} state={state} />;
  }
};
