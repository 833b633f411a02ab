import type { MonthFigures } from '#services/contract/analytics.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { formatExactPence, toPounds } from '#web/lib/money.ts';

type Line = MonthFigures['passSales']['summary'][number];

const createAmountColumn = (id: 'gross' | 'returned' | 'revenue', header: string): Column<Line> => ({
  id,
  header,
  align: 'right',
  value: (line) => toPounds(line[id]),
  cell: (line) => formatExactPence(line[id]),
});

const columns: readonly Column<Line>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'count', header: 'Sold', align: 'right', value: ({ count }) => count },
  createAmountColumn('gross', 'Received'),
  createAmountColumn('returned', 'Returned'),
  createAmountColumn('revenue', 'Revenue'),
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
