import type { MonthFigures } from '#services/contract/analytics.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { formatMonth } from './format-month.ts';
import { LogPosition } from './log-position.tsx';

type Adjustment = MonthFigures['adjustments'][number];

const kindTexts: Record<Adjustment['kind'], string> = {
  refund: 'Refund',
  refund_failed: 'Refund came back',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  late_sale: 'Sale that was known late',
};

const columns: readonly Column<Adjustment>[] = [
  { id: 'at', header: 'When', value: ({ at }) => at, cell: ({ at }) => formatDayTime(at) },
  { id: 'of', header: 'Of', value: ({ ofMonth }) => ofMonth, cell: ({ ofMonth }) => formatMonth(ofMonth) },
  { id: 'kind', header: 'What', value: ({ kind }) => kindTexts[kind] },
  { id: 'name', header: 'For', value: ({ name }) => name },
  createAmountColumn('amount', 'Amount', ({ amount }) => amount, formatPence),
  {
    id: 'log',
    header: 'In the log',
    value: ({ stream, revision }) => `${stream}@${revision}`,
    cell: (adjustment) => <LogPosition {...adjustment} />,
  },
];

/** The changes of this month to sales of closed months. */
export const AdjustmentsPanel = ({ adjustments }: Pick<MonthFigures, 'adjustments'>) =>
  adjustments.length === 0 ? null : (
    <Panel
      title="Adjustments of closed months"
      intro="A closed month never changes. What happened to its sales since is counted here."
    >
      <DataTable
        caption="Adjustments of closed months"
        columns={columns}
        rows={adjustments}
        rowKey={({ stream, revision, kind }) => `${stream}@${revision}/${kind}`}
        csvName="adjustments"
        empty="None."
      />
    </Panel>
  );
