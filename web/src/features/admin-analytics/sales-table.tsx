import type { MonthFigures } from '#services/contract/analytics.ts';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';

type Line = MonthFigures['passSales']['summary'][number];

const columns: readonly Column<Line>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'count', header: 'Sold', align: 'right', value: ({ count }) => count },
  createAmountColumn('gross', 'Received', ({ gross }) => gross),
  createAmountColumn('returned', 'Returned', ({ returned }) => returned),
  createAmountColumn('revenue', 'Revenue', ({ revenue }) => revenue),
];

type SalesTableProps = { caption: string; lines: readonly Line[]; csvName: string; empty: string };

/** The sales of a month by name. */
export const SalesTable = ({ caption, lines, csvName, empty }: SalesTableProps) => (
  <DataTable
    caption={caption}
    columns={columns}
    rows={lines}
    rowKey={({ name }) => name}
    csvName={csvName}
    empty={empty}
  />
);
