import { formatExactPence, toPounds } from '#web/lib/money.ts';
import type { Column } from './column.ts';

/** A column of amounts in pence, which are exported in pounds. */
export const createAmountColumn = <Row>(
  id: string,
  header: string,
  getPence: (row: Row) => number,
  format: (pence: number) => string = formatExactPence,
): Column<Row> => ({
  id,
  header,
  align: 'right',
  value: (row) => toPounds(getPence(row)),
  cell: (row) => format(getPence(row)),
});
