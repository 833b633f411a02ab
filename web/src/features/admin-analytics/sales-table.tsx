import type { MonthFigures } from '../../../../services/contract/analytics.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { formatExactPence, toPounds } from '../../lib/money.ts';

type Line = MonthFigures['passSales']['summary'][number];

const amount = (id: keyof Line & string, header: string, of: (line: Line) => number): Column<Line> => ({
  id,
  header,
  align: 'right',
  value: (line) => toPounds(of(line)),
  cell: (line) => formatExactPence(of(line)),
});

const columns: readonly Column<Line>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'count', header: 'Sold', align: 'right', value: ({ count }) => count },
  amount('gross', 'Received', ({ gross }) => gross),
  amount('returned', 'Returned', ({ returned }) => returned),
  amount('revenue', 'Revenue', ({ revenue }) => revenue),
];

type SalesTableProps = { caption: string; lines: readonly Line[]; csvName: string; empty: string };

/** What was sold in a month, by name. */
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
