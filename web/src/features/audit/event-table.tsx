import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AuditEventAnswer } from '#services/contract/audit.ts';
import { CardRow, CardTable, Cell, HeadCell } from '#web/components/table/card-table.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatInstant, formatInstantsIn } from '#web/lib/london-time.ts';
import { useIsPhone } from '#web/lib/screen.ts';
import { cellClasses, LabelledCell } from './labelled-cell.tsx';
import { getHistoryPath, rulebookSubject } from './subject.ts';
import { SubjectLinks } from './subject-links.tsx';

/** The column that shows the subject's state after an event. */
export interface StateColumn<Event> {
  readonly header: string;
  readonly render: (event: Event) => ReactNode;
}

/** The rule that decided an event, in words, with a link to the change of the rulebook that it came from. */
function RuleNote({ rule }: { rule: NonNullable<AuditEventAnswer['rule']> }) {
  return (
    <span className="block text-ink-muted text-sm">
      {rule.event === null ? (
        'Before the rulebook'
      ) : (
        <Link to={getHistoryPath(rulebookSubject, rule.event.position)} className="text-link">
          Rulebook, version {rule.version}
        </Link>
      )}
      {`: ${rule.text}`}
    </span>
  );
}

function PassMove({ moved }: Pick<AuditEventAnswer, 'moved'>) {
  if (moved === null) return <span className="text-ink-muted">–</span>;
  const { passes, from, to } = moved;
  return (
    <span className="whitespace-nowrap">
      <span className="tabular font-semibold">{passes}</span>{' '}
      <span className="text-ink-muted">{from ?? 'new'} →</span> {to ?? 'gone'}
    </span>
  );
}

interface RowProps<Event extends AuditEventAnswer> {
  readonly stateColumn: StateColumn<Event>;
  /** The address of the same view just after an event. */
  readonly getAddressAt: (position: string) => string;
  /** The subject of the history as `kind/id`; events do not link to it. */
  readonly self: string;
}

type EventRowProps<Event extends AuditEventAnswer> = RowProps<Event> & {
  event: Event;
  hasMoves: boolean;
  isCurrent: boolean;
  isLater: boolean;
};

function EventRow<Event extends AuditEventAnswer>({
  event,
  hasMoves,
  isCurrent,
  isLater,
  stateColumn,
  getAddressAt,
  self,
}: EventRowProps<Event>) {
  return (
    <CardRow
      className={cx(
        isLater ? 'bg-paper text-ink-muted' : 'bg-surface',
        isCurrent && 'md:shadow-[inset_3px_0_var(--color-sea)] max-md:border-sea',
      )}
    >
      <LabelledCell label="When" className="md:w-44">
        <span className="max-md:text-right">
          <Link
            to={getAddressAt(event.position)}
            aria-current={isCurrent ? 'true' : undefined}
            className="text-link"
          >
            {formatInstant(event.at)}
          </Link>
          {isCurrent && <span className="block font-semibold text-sea-dark text-sm">In view</span>}
          {isLater && <span className="block text-sm">Later</span>}
        </span>
      </LabelledCell>
      <Cell className={cx(cellClasses, 'max-md:block max-md:pb-2')}>
        <span className={cx('block', !isLater && 'font-medium')}>{formatInstantsIn(event.summary)}</span>
        <span className="block text-ink-muted text-sm">{formatInstantsIn(event.why)}</span>
        {event.rule !== null && <RuleNote rule={event.rule} />}
        <SubjectLinks event={event} self={self} />
      </Cell>
      <LabelledCell label="By">
        <span className="max-md:text-right">{capitalise(event.actor.label)}</span>
      </LabelledCell>
      {hasMoves && (
        <LabelledCell label="Moved">
          <PassMove moved={event.moved} />
        </LabelledCell>
      )}
      <LabelledCell label={stateColumn.header}>
        <span className="max-md:text-right">{stateColumn.render(event)}</span>
      </LabelledCell>
      <LabelledCell label="In the log" className="text-ink-muted text-sm md:w-60">
        <span className="wrap-anywhere max-md:text-right">
          <span className="block">
            {event.position} · {event.type}
          </span>
          {event.stream}@{event.revision}
          {event.causedBy !== null && (
            <span className="block">
              follows{' '}
              <Link to={getAddressAt(event.causedBy.position)} className="text-link">
                {event.causedBy.position} · {event.causedBy.type}
              </Link>
            </span>
          )}
        </span>
      </LabelledCell>
    </CardRow>
  );
}

type EventTableProps<Event extends AuditEventAnswer> = RowProps<Event> & {
  /** Describes the table to screen readers. */
  caption: string;
  events: readonly Event[];
  /** The number of events up to the moment in view. */
  countInView: number;
  /** The text for a history without events. */
  empty: string;
};

/** On phones an event is a card of several lines, so that those around the moment in view come first. */
const maxCards = 20;
/** How many of them may come after that moment. */
const laterCards = 5;

/** The events of a history in the order of the log. */
export function EventTable<Event extends AuditEventAnswer>({
  caption,
  events,
  countInView,
  empty,
  ...rowProps
}: EventTableProps<Event>) {
  const isPhone = useIsPhone();
  const [showsAll, setShowsAll] = useState(false);
  if (events.length === 0) return <p className="text-ink-muted">{empty}</p>;
  // The events of a class move no passes.
  const hasMoves = events.some(({ moved }) => moved !== null);
  const headers = [
    'When',
    'What and why',
    'By',
    ...(hasMoves ? ['Moved'] : []),
    rowProps.stateColumn.header,
    'In the log',
  ];
  const isCut = isPhone && !showsAll && events.length > maxCards;
  const first = isCut ? Math.max(0, Math.min(countInView + laterCards, events.length) - maxCards) : 0;
  const shown = isCut ? events.slice(first, first + maxCards) : events;
  return (
    <>
      <CardTable
        caption={caption}
        className="md:max-h-[80dvh]"
        head={headers.map((header) => (
          <HeadCell key={header} className="whitespace-nowrap px-3 py-2.5">
            {header}
          </HeadCell>
        ))}
      >
        {shown.map((event, index) => (
          <EventRow
            key={event.position}
            event={event}
            hasMoves={hasMoves}
            isCurrent={first + index === countInView - 1}
            isLater={first + index >= countInView}
            {...rowProps}
          />
        ))}
      </CardTable>
      {isCut && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {events.length} events
        </Button>
      )}
    </>
  );
}
