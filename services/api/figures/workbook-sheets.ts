import type { Workbook, Worksheet } from 'exceljs';
import { cleanLine } from '#domain/text.ts';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const POUNDS = '£#,##0.00;[Red]-£#,##0.00';

export interface SheetColumn {
  readonly header: string;
  readonly width: number;
  readonly format?: string;
}

export type Cell = string | number | Date | { formula: string; result: number };

export interface SheetPlan {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** The indexes of the columns that the last row sums. */
  readonly summed: readonly number[];
}

export const getColumnLetter = (index: number): string => String.fromCharCode(65 + index);

const getNumber = (cell: Cell | undefined): number => {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'object' && 'result' in cell ? cell.result : 0;
};

/** The sum of a column; 0 without rows, since the formula would then include itself. */
function sumColumn({ rows }: SheetPlan, column: number): Cell {
  if (rows.length === 0) return 0;
  return {
    formula: `SUM(${getColumnLetter(column)}2:${getColumnLetter(column)}${rows.length + 1})`,
    result: rows.reduce((total, row) => total + getNumber(row[column]), 0),
  };
}

/** Text is never read as a formula, but Excel decodes `_x000D_` in it. */
export const escapeCell = (cell: Cell): Cell =>
  typeof cell === 'string' ? cleanLine(cell).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_') : cell;

const A4 = 9;

/** Prints a sheet as wide as a page, with its head on each. */
export function fitToPageWidth(sheet: Worksheet): void {
  Object.assign(sheet.pageSetup, {
    paperSize: A4,
    orientation: 'landscape',
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    printTitlesRow: '1:1',
  });
}

/** Adds a sheet with a head that stays in view, and a last row of sums. */
export function addSheet(book: Workbook, plan: SheetPlan): void {
  const sheet = book.addWorksheet(plan.name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = plan.columns.map(({ header, width, format }) => ({
    header,
    width,
    style: format ? { numFmt: format } : {},
  }));
  fitToPageWidth(sheet);
  for (const row of plan.rows) sheet.addRow(row.map(escapeCell));
  const sums = plan.columns.map((_, column) => (plan.summed.includes(column) ? sumColumn(plan, column) : ''));
  sheet.addRow(['Total', ...sums.slice(1)]);
  sheet.getRow(1).font = { bold: true };
  const last = sheet.getRow(plan.rows.length + 2);
  last.font = { bold: true };
  last.border = { top: { style: 'thin' } };
}
