import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { WaitingLine } from '../../../../services/contract/waitlist.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { formatDayTime, formatShortWallDay } from '../../lib/dates.ts';
import { countOf } from '../../lib/money.ts';
import { levelName } from '../booking/level.ts';
import { useWaitlistChange } from '../waitlist/use-waitlist-change.ts';
import { placeText, untilText } from '../waitlist/waitlist-words.ts';

interface WaitingRowProps {
  readonly line: WaitingLine;
  readonly now: number;
}

/** What there is to know about one's turn, in a sentence. */
const turnText = ({ offer, overlaps, position, waitlistCount }: WaitingLine): string => {
  if (offer) return 'Take it or leave it: after that it goes to the next in line.';
  if (overlaps) return 'You have another class at this time, so a spot would go to the next in line.';
  if (waitlistCount === 1) return 'Nobody else waits.';
  return `${countOf(waitlistCount - 1, 'other person waits', 'other people wait')}${position === 1 ? ' behind you' : ''}.`;
};

/** One class waited for: when, what, with whom, the place in its line, and the ways to the spot or out. */
const WaitingRow = ({ line, now }: WaitingRowProps) => {
  const headingId = useId();
  const { leave, changing } = useWaitlistChange(line.class);
  const { offer, position } = line;
  const { id, date, time, duration, instructorName, name, startsAt } = line.class;
  const what = ` ${levelName(name)} on ${formatDayTime(startsAt)}`;
  return (
    <Card
      as="article"
      aria-labelledby={headingId}
      className={
        offer ? 'border-coral! md:flex md:items-center md:gap-8' : 'md:flex md:items-center md:gap-8'
      }
    >
      <h3 id={headingId} className="flex items-baseline gap-3 md:w-32 md:shrink-0 md:flex-col md:gap-0.5">
        <span className="tabular text-3xl leading-none tracking-tight">{time}</span>
        <span className="font-sans text-base tracking-normal">{formatShortWallDay(date)}</span>
      </h3>
      <div className="mt-3 grow md:mt-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-semibold">{levelName(name)}</span>
          <Badge tone={offer ? 'coral' : 'neutral'}>
            {offer ? `A spot is yours until ${untilText(offer.until, now)}` : placeText(position)}
          </Badge>
        </p>
        <p className="text-ink-muted">
          {instructorName || 'Instructor'} · {duration} min
        </p>
        <p className="text-ink-muted text-sm">{turnText(line)}</p>
      </div>
      <div className="mt-4 flex shrink-0 flex-wrap gap-2.5 md:mt-0">
        <Button asChild variant={offer ? 'primary' : 'secondary'} className="grow">
          <Link to={`/waitlist/${id}`} aria-describedby={headingId}>
            {offer ? 'Take the Spot' : 'Details'}
            <span className="sr-only">{what}</span>
          </Link>
        </Button>
        <Button
          variant="secondary"
          aria-describedby={headingId}
          busy={changing}
          className="grow"
          onClick={leave}
        >
          Leave
          <span className="sr-only"> the waitlist of{what}</span>
        </Button>
      </div>
    </Card>
  );
};

interface WaitingSectionProps {
  readonly lines: readonly WaitingLine[];
  readonly now: number;
}

/** The classes for which the member waits; nothing where there are none. */
export const WaitingSection = ({ lines, now }: WaitingSectionProps) => {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-4 text-2xl">
        Waiting
      </h2>
      <div className="flex flex-col gap-4">
        {lines.map((line) => (
          <WaitingRow key={line.class.id} line={line} now={now} />
        ))}
      </div>
    </section>
  );
};
