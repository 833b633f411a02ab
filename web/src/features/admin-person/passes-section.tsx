import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Person, PersonLot, PersonLotEvent } from '#services/contract/person.ts';
import { MarkedRow } from '#web/components/staff/marked-row.tsx';
import { useMark } from '#web/components/staff/use-mark.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatDate, formatDayTime } from '#web/lib/london-time.ts';
import { formatPasses } from '#web/lib/messages.ts';
import { formatPence } from '#web/lib/money.ts';
import { describeCounts, describeLotEvent, describeSource } from './lot-words.ts';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';

const badges = {
  active: { text: 'Active', tone: 'kelp' },
  expiring: { text: 'Expiring Soon', tone: 'amber' },
  expired: { text: 'Expired', tone: 'neutral' },
} as const;

function LotBadge({ lot }: { lot: PersonLot }) {
  const isUsedUp = lot.state !== 'expired' && lot.counts.available === 0;
  const { text, tone } = isUsedUp ? ({ text: 'Used up', tone: 'neutral' } as const) : badges[lot.state];
  return <Badge tone={tone}>{text}</Badge>;
}

const LotEvent = ({ event }: { event: PersonLotEvent }) => (
  <li className="relative pb-4 pl-6 last:pb-0 before:absolute before:top-2.5 before:bottom-[-0.5rem] before:left-[3.5px] before:w-px before:bg-sand last:before:hidden">
    <span
      aria-hidden="true"
      className={cx(
        'absolute top-2 left-0 size-2 rounded-full',
        event.to === 'forfeited' || event.to === 'expired' || event.to === 'revoked' ? 'bg-rust' : 'bg-sea',
      )}
    />
    <p className="font-medium">{describeLotEvent(event)}</p>
    {event.why && <p className="text-ink-muted">{event.why}</p>}
    {event.rule && <p className="text-ink-muted">Rule: {event.rule}</p>}
    <p className="tabular flex flex-wrap justify-between gap-x-4 text-ink-muted text-sm">
      <span>
        {formatDayTime(event.at)}, {event.by}
      </span>
      <span>{event.balance} left</span>
    </p>
  </li>
);

function Lot({ lot }: { lot: PersonLot }) {
  const isMarked = useMark() === `lot-${lot.id}`;
  const [isOpen, setOpen] = useState(isMarked);
  const [wasMarked, setWasMarked] = useState(isMarked);
  // A press on a link to this lot opens it.
  if (isMarked !== wasMarked) {
    setWasMarked(isMarked);
    if (isMarked) setOpen(true);
  }
  const id = useId();
  return (
    <MarkedRow mark={`lot-${lot.id}`} className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-medium">{lot.passName}</p>
        <LotBadge lot={lot} />
      </div>
      <p className="tabular text-ink-muted">
        {describeSource(lot)} on {formatDate(lot.purchaseDate)}
        {lot.passPrice > 0 && ` ${lot.brought ? 'worth' : 'for'} ${formatPence(lot.passPrice)}`}, until{' '}
        {formatDate(lot.expiresAt)}.
      </p>
      <p className="tabular">
        {formatPasses(lot.counts.granted)}: {describeCounts(lot.counts)}
      </p>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 mt-1 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 font-medium text-sea hover:bg-sea-tint md:min-h-9"
      >
        Where each pass went
        <span className="sr-only">
          {' '}
          of {lot.passName}, {formatDate(lot.purchaseDate)}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cx('size-4.5 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <ol id={id} hidden={!isOpen} className="mt-2">
        {isOpen && lot.events.map((event) => <LotEvent key={event.position} event={event} />)}
      </ol>
    </MarkedRow>
  );
}

/** The member's lots, each with every event of its passes. */
export const PassesSection = ({ lots, balanced }: Pick<Person, 'lots' | 'balanced'>) => (
  <PersonSection id="passes" title="Passes" count={lots.total}>
    {!balanced && (
      <Notice tone="warning" title="These passes do not add up">
        An auditor can say which event is wrong.
      </Notice>
    )}
    {lots.total === 0 ? (
      <NothingYet>No passes yet.</NothingYet>
    ) : (
      <ul className="divide-y divide-sand">
        {lots.entries.map((lot) => (
          <Lot key={lot.id} lot={lot} />
        ))}
      </ul>
    )}
    <OlderLeftOut total={lots.total} shown={lots.entries.length} />
  </PersonSection>
);
