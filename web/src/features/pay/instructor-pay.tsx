import { Link } from 'react-router-dom';
import type { InstructorPay } from '#services/contract/pay.ts';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { getHistoryPath } from '../audit/subject.ts';
import { formatRate } from './pay-lines.ts';

type PaidClass = InstructorPay['classes'][number];
type Adjustment = InstructorPay['adjustments'][number];
type Line = PaidClass | Adjustment;

const describeLine = ({ date, time, level }: Line): string =>
  `${formatShortWallDay(date)}, ${time} ${getLevelName(level)}`;

/** The first columns: when and what, with a link to the events that decided the amount. */
const createWhen = (hasEvents: boolean): Column<Line> => ({
  id: 'when',
  header: 'Class',
  value: describeLine,
  sortBy: ({ date, time }) => `${date} ${time}`,
  cell: (line) => (
    <>
      {describeLine(line)}
      {hasEvents && (
        <>
          {' '}
          <Link
            to={getHistoryPath({ kind: 'class', id: String(line.classId) })}
            className="text-link inline-block min-h-6 whitespace-nowrap text-sm leading-6"
          >
            Events<span className="sr-only"> of {describeLine(line)}</span>
          </Link>
        </>
      )}
    </>
  ),
});

const createClassColumns = (hasEvents: boolean): readonly Column<PaidClass>[] => [
  createWhen(hasEvents),
  { id: 'heads', header: 'Heads', align: 'right', value: ({ heads }) => heads },
  {
    id: 'unmarked',
    header: 'Without a mark',
    align: 'right',
    value: ({ unmarked }) => unmarked,
    cell: ({ unmarked }) => (unmarked === 0 ? '–' : <span className="font-semibold">{unmarked}</span>),
  },
  { id: 'rate', header: 'Rate', value: formatRate },
  createAmountColumn('pay', 'Pay', ({ pence }) => pence),
];

const createAdjustmentColumns = (hasEvents: boolean): readonly Column<Adjustment>[] => [
  createWhen(hasEvents),
  {
    id: 'heads',
    header: 'Heads',
    value: ({ paidHeads, heads }) =>
      paidHeads === heads ? String(heads) : `${paidHeads} paid, now ${heads}`,
  },
  createAmountColumn('before', 'Paid before', ({ paidPence }) => paidPence),
  { id: 'rate', header: 'Rate', value: formatRate },
  createAmountColumn('pay', 'Difference', ({ pence }) => pence),
];

type InstructorPayListProps = {
  pay: InstructorPay;
  /** Whether the reader may open the events of a class. */
  hasEvents: boolean;
};

/** The classes of an instructor with what each pays, and the adjustments of classes paid before. */
export const InstructorPayList = ({ pay, hasEvents }: InstructorPayListProps) => (
  <div className="flex flex-col gap-5 text-ink">
    <DataTable
      caption={`Classes of ${pay.name}`}
      columns={createClassColumns(hasEvents)}
      rows={pay.classes}
      rowKey={({ classId }) => classId}
      empty="No class was held in this period."
    />
    {pay.adjustments.length > 0 && (
      <section aria-label={`Adjustments for ${pay.name}`}>
        <h4 className="font-semibold">
          Adjustments: {formatExactPence(pay.adjustments.reduce((sum, { pence }) => sum + pence, 0))}
        </h4>
        <p className="mb-3 text-ink-muted text-sm">
          Classes of a closed period, whose attendance or rate changed since.
        </p>
        <DataTable
          caption={`Adjustments for ${pay.name}`}
          columns={createAdjustmentColumns(hasEvents)}
          rows={pay.adjustments}
          rowKey={({ classId }) => classId}
          empty="None."
        />
      </section>
    )}
  </div>
);
