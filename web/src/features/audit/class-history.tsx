import { use, useMemo } from 'react';
import type { AuditClassAnswer, AuditClassMembersAnswer } from '#services/contract/audit.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatInstant } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useRead } from '#web/lib/use-read.ts';
import { compareClasses } from './comparison.ts';
import { HistoryView } from './history-view.tsx';
import { type MemberNames, MemberNamesContext } from './member-names.ts';
import { SubjectLink } from './subject-link.tsx';

type Seat = AuditClassAnswer['seats'][number];
type Event = AuditClassAnswer['events'][number];

const sourceTexts: Record<Seat['source'], string> = {
  member: 'Booked by the member',
  staff: 'Added by staff',
  waitlist: 'Next in the line',
};
const releaseTexts: Record<NonNullable<Seat['released']>['reason'], string> = {
  cancelled: 'Cancelled in time',
  late_cancelled: 'Cancelled late',
  removed: 'Taken out by staff',
  class_cancelled: 'The class was cancelled',
  moved: 'Moved to another class',
};

function describeSeat({ attended, released }: Seat): string {
  if (released !== null) {
    const pass =
      released.refilledBy === undefined
        ? released.returnsPass
          ? 'pass back'
          : 'pass lost'
        : `pass back, since booking ${released.refilledBy} took the place`;
    return `${releaseTexts[released.reason]}, ${formatInstant(released.at)}; ${pass}`;
  }
  if (attended === null) return 'Has the seat';
  return attended ? 'Has the seat, attended' : 'Has the seat, did not come';
}

const createColumns = (names: MemberNames): readonly Column<Seat>[] => [
  { id: 'booking', header: 'Booking', align: 'right', value: ({ bookingId }) => bookingId },
  {
    id: 'member',
    header: 'Who',
    value: ({ memberId }) => names.get(memberId) ?? memberId,
    cell: ({ memberId }) => <SubjectLink kind="member" id={memberId} />,
  },
  {
    id: 'at',
    header: 'When',
    value: ({ bookedAt }) => bookedAt,
    cell: ({ bookedAt }) => formatInstant(bookedAt),
  },
  { id: 'source', header: 'Why', value: ({ source }) => sourceTexts[source] },
  { id: 'state', header: 'What became of it', value: describeSeat },
  {
    id: 'lot',
    header: 'Paid from lot',
    value: ({ lotId }) => lotId,
    cell: ({ lotId }) => <span className="wrap-anywhere text-sm">{lotId}</span>,
  },
];

const formatSeatCount = ({ taken, capacity, waiting }: AuditClassAnswer['count']): string =>
  `${taken} of ${capacity} taken${waiting === 0 ? '' : `, ${waiting} waiting`}`;

type ClassProps = { answer: AuditClassAnswer };

function Header({ answer: { classId, details, cancelled, markedFull, count } }: ClassProps) {
  return (
    <header>
      <p className="text-ink-muted">The history of</p>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="text-2xl">Class {classId}</h2>
        {cancelled && <Badge tone="rust">Cancelled</Badge>}
        {markedFull && <Badge tone="amber">Closed to bookings</Badge>}
      </div>
      <p className="text-ink-muted">
        {details === null
          ? 'It was not on the timetable yet.'
          : `${capitalise(details.level)}, ${formatInstant(details.startsAt)}, ${details.durationMinutes} minutes. ${formatSeatCount(count)}.`}
      </p>
    </header>
  );
}

function ClassState({ answer: { seats, waiting } }: ClassProps) {
  const names = use(MemberNamesContext);
  const columns = useMemo(() => createColumns(names), [names]);
  return (
    <>
      <Panel
        title="Seats"
        intro="Everyone who had a seat up to then, and what became of it. That you see their names is recorded with each of them."
      >
        <DataTable
          caption="Seats"
          columns={columns}
          rows={seats}
          rowKey={({ bookingId }) => bookingId}
          sortedBy={{ id: 'at', desc: false }}
          empty="Nobody had booked yet."
        />
      </Panel>
      <Panel title="In the line">
        {waiting.length === 0 ? (
          <p className="text-ink-muted">Nobody was waiting.</p>
        ) : (
          <Card>
            <ol
              aria-label={formatCount(waiting.length, 'person waits', 'people wait')}
              className="flex flex-col gap-2"
            >
              {waiting.map(({ entryId, memberId }, index) => (
                <li key={entryId} className="flex flex-wrap gap-x-4">
                  <span className="tabular font-semibold">{index + 1}</span>
                  <SubjectLink kind="member" id={memberId} />
                  <span className="text-ink-muted">entry {entryId}</span>
                </li>
              ))}
            </ol>
          </Card>
        )}
      </Panel>
    </>
  );
}

const stateColumn = { header: 'The class after it', render: ({ count }: Event) => formatSeatCount(count) };

/** The seats and the waitlist of a class at any moment. */
export function ClassHistory({ id }: { id: string }) {
  const { data } = useRead<AuditClassMembersAnswer>(`/api/audit/classes/${id}/members`);
  const names = useMemo(() => new Map(data?.members.map(({ memberId, name }) => [memberId, name])), [data]);
  return (
    <MemberNamesContext value={names}>
      <HistoryView<Event, AuditClassAnswer>
        path={`/api/audit/classes/${id}`}
        self={`class/${id}`}
        header={(answer) => <Header answer={answer} />}
        state={(answer) => <ClassState answer={answer} />}
        compare={compareClasses}
        stateColumn={stateColumn}
      />
    </MemberNamesContext>
  );
}
