import type { AuditFigureAnswer, AuditFigureEvent } from '#services/contract/audit-overview.ts';
import { CardRow, CardTable, Cell, HeadCell } from '#web/components/table/card-table.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatInstant, formatInstantsIn } from '#web/lib/london-time.ts';
import { cellClasses, LabelledCell } from '../labelled-cell.tsx';
import { StreamLink } from '../stream-link.tsx';
import { SubjectLinks } from '../subject-links.tsx';
import { formatSignedAmount } from './figure.ts';
import { OtherIds } from './other-ids.tsx';

const counts = 'Counts';

/** What events count in; null shows no amounts, since each is one event. */
type Unit = AuditFigureAnswer['unit'] | null;

function EventRow({ row, unit }: { row: AuditFigureEvent; unit: Unit }) {
  const { position, at, amount, event } = row;
  return (
    <CardRow className="bg-surface">
      <LabelledCell label="When" className="md:w-44">
        <span className="max-md:text-right">{formatInstant(at)}</span>
      </LabelledCell>
      <Cell className={`${cellClasses} max-md:block max-md:pb-2`}>
        {event === null ? (
          <span className="text-ink-muted">
            It belongs to a former member whose records were removed, and counts without them.
          </span>
        ) : (
          <>
            <span className="block font-medium">{formatInstantsIn(event.summary)}</span>
            <span className="block text-ink-muted text-sm">{formatInstantsIn(event.why)}</span>
            <SubjectLinks event={event} at={position} />
            <OtherIds event={event} at={position} />
          </>
        )}
      </Cell>
      <LabelledCell label="By">
        <span className="max-md:text-right">{event === null ? '–' : capitalise(event.actor.label)}</span>
      </LabelledCell>
      {unit !== null && (
        <LabelledCell label={counts} className="md:text-right">
          <span className="tabular whitespace-nowrap font-semibold">{formatSignedAmount(unit, amount)}</span>
        </LabelledCell>
      )}
      <LabelledCell label="In the log" className="text-ink-muted text-sm md:w-60">
        <span className="wrap-anywhere max-md:text-right">
          {event === null ? (
            position
          ) : (
            <>
              <span className="block">
                {position} · {event.type}
              </span>
              <StreamLink {...event} position={position} />
            </>
          )}
        </span>
      </LabelledCell>
    </CardRow>
  );
}

type FigureEventTableProps = { caption: string; events: readonly AuditFigureEvent[]; unit: Unit };

/** Events of a figure, the latest first, with links to the histories of their subjects. */
export function FigureEventTable({ caption, events, unit }: FigureEventTableProps) {
  const headers = ['When', 'What and why', 'By', ...(unit === null ? [] : [counts]), 'In the log'];
  return (
    <CardTable
      caption={caption}
      head={headers.map((header) => (
        <HeadCell
          key={header}
          className={cx('whitespace-nowrap px-3 py-2.5', header === counts && 'text-right')}
        >
          {header}
        </HeadCell>
      ))}
    >
      {events.map((row) => (
        <EventRow key={row.position} row={row} unit={unit} />
      ))}
    </CardTable>
  );
}
