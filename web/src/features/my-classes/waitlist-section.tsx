import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { MyWaitlist } from '#services/contract/waitlist.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useWaitlistChange } from '../waitlist/use-waitlist-change.ts';
import { formatOfferEnd, formatPosition } from '../waitlist/waitlist-text.ts';
import { ClassRow } from './class-row.tsx';

const describePlace = ({ offer, overlaps, position, question, waitlistCount }: MyWaitlist): string => {
  if (question)
    return `You joined for ${formatDayTime(question.joinedFor)}. Until you say that you still want it, no spot goes to you.`;
  if (offer) return 'Take it or leave it: after that it goes to the next in line.';
  if (overlaps) return 'You have another class at this time, so a spot would go to the next in line.';
  if (waitlistCount === 1) return 'Nobody else waits.';
  return `${formatCount(waitlistCount - 1, 'other person waits', 'other people wait')}${position === 1 ? ' behind you' : ''}.`;
};

const WaitlistRow = ({ waitlist, now }: { waitlist: MyWaitlist; now: number }) => {
  const headingId = useId();
  const { leave, isChanging } = useWaitlistChange(waitlist.class);
  const { offer, position, question } = waitlist;
  const badge = offer
    ? `A spot is yours until ${formatOfferEnd(offer.until, now)}`
    : question
      ? 'Moved: still want it?'
      : formatPosition(position);
  const { id, name, startsAt } = waitlist.class;
  const classLabel = ` ${getLevelName(name)} on ${formatDayTime(startsAt)}`;
  return (
    <ClassRow
      headingId={headingId}
      bookedClass={waitlist.class}
      isHighlighted={offer !== null || question !== null}
      badge={<Badge tone={offer || question ? 'coral' : 'neutral'}>{badge}</Badge>}
      actions={
        <>
          <Button asChild variant={offer || question ? 'primary' : 'secondary'} className="grow">
            <Link to={`/waitlist/${id}`} aria-describedby={headingId}>
              {offer ? 'Take the Spot' : question ? 'Say Yes or No' : 'Details'}
              <span className="sr-only">{classLabel}</span>
            </Link>
          </Button>
          <Button
            variant="secondary"
            aria-describedby={headingId}
            busy={isChanging}
            className="grow"
            onClick={leave}
          >
            Leave
            <span className="sr-only"> the waitlist of{classLabel}</span>
          </Button>
        </>
      }
    >
      <p className="text-ink-muted text-sm">{describePlace(waitlist)}</p>
    </ClassRow>
  );
};

interface WaitlistSectionProps {
  readonly waitlists: readonly MyWaitlist[];
  readonly now: number;
}

/** The classes that the member waits for; renders nothing when there are none. */
export const WaitlistSection = ({ waitlists, now }: WaitlistSectionProps) => {
  if (waitlists.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-4 text-2xl">
        Waiting
      </h2>
      <div className="flex flex-col gap-4">
        {waitlists.map((waitlist) => (
          <WaitlistRow key={waitlist.class.id} waitlist={waitlist} now={now} />
        ))}
      </div>
    </section>
  );
};
