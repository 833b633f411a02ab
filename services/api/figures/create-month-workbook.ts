import { levelName } from '#domain/class/level-name.ts';
import { formatCalendarDay, formatLondon } from '#domain/london-time.ts';
import { toPounds } from '#domain/money.ts';
import { cleanLine } from '#domain/text.ts';
import type { MoneyAnswer, MonthFigures } from '#services/contract/analytics.ts';
import { moneyKindNames } from '#services/contract/money-kinds.ts';
import {
  addSheet,
  type Cell,
  escapeCell,
  fitToPageWidth,
  getColumnLetter,
  POUNDS,
  type SheetColumn,
  type SheetPlan,
} from './workbook-sheets.ts';

const PERCENT = '0.0%';
const DAY_AND_TIME = 'd mmm yyyy hh:mm';
const MONTH = 'mmm yyyy';

/**
 * A cell of a workbook has a date without a time zone, and the library writes the UTC parts of a `Date`. So the UTC
 * parts of the result are those of London's wall clock.
 */
const toLondonCell = (instant: string): Date =>
  new Date(formatLondon(instant, "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"));

const toMonthCell = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

const salesColumns: readonly SheetColumn[] = [
  { header: 'Name', width: 28 },
  { header: 'Sold', width: 10 },
  { header: 'Received', width: 14, format: POUNDS },
  { header: 'Returned', width: 14, format: POUNDS },
  { header: 'Revenue', width: 14, format: POUNDS },
];

function planSalesSheet(name: string, { summary }: MonthFigures['passSales']): SheetPlan {
  return {
    name,
    columns: salesColumns,
    rows: summary.map(({ name: product, count, gross, returned, revenue }, index) => [
      product,
      count,
      toPounds(gross),
      toPounds(returned),
      { formula: `C${index + 2}-D${index + 2}`, result: toPounds(revenue) },
    ]),
    summed: [1, 2, 3, 4],
  };
}

/** Without the members' names: an accountant finds a payment by its id. */
const planMoneySheet = (money: MoneyAnswer['entries']): SheetPlan => ({
  name: 'Movements of Money',
  columns: [
    { header: 'When', width: 20, format: DAY_AND_TIME },
    { header: 'What', width: 22 },
    { header: 'For', width: 28 },
    { header: 'Amount', width: 14, format: POUNDS },
    { header: 'Payment', width: 32 },
    { header: 'Position in the log', width: 22 },
  ],
  rows: money.map(({ at, kind, name, amount, paymentIntentId, invoiceId, position }) => [
    toLondonCell(at),
    moneyKindNames[kind],
    name,
    toPounds(amount),
    paymentIntentId ?? invoiceId ?? '',
    position,
  ]),
  summed: [3],
});

function planSheets(figures: MonthFigures, money: MoneyAnswer['entries']): readonly SheetPlan[] {
  return [
    planSalesSheet('Pass Sales', figures.passSales),
    planSalesSheet('Membership Sales', figures.membershipSales),
    {
      name: 'Classes',
      columns: [
        { header: 'Class', width: 24 },
        { header: 'Classes', width: 10 },
        { header: 'Booked', width: 10 },
        { header: 'Places', width: 10 },
        { header: 'Fill', width: 10, format: PERCENT },
        { header: 'Value of passes used', width: 20, format: POUNDS },
      ],
      rows: figures.classes.summary.map(({ name, classes, booked, capacity, revenue }, index) => [
        levelName(name),
        classes,
        booked,
        capacity,
        {
          formula: `IF(D${index + 2}=0,0,C${index + 2}/D${index + 2})`,
          result: capacity === 0 ? 0 : booked / capacity,
        },
        toPounds(revenue),
      ]),
      summed: [1, 2, 3, 5],
    },
    {
      name: 'Instructor Costs',
      columns: [
        { header: 'Instructor', width: 24 },
        { header: 'Classes', width: 10 },
        { header: 'Fees', width: 14, format: POUNDS },
      ],
      rows: figures.instructorCosts.summary.map(({ name, classes, costs }) => [
        name,
        classes,
        toPounds(costs),
      ]),
      summed: [1, 2],
    },
    {
      name: 'Adjustments',
      columns: [
        { header: 'When', width: 20, format: DAY_AND_TIME },
        { header: 'Of month', width: 12, format: MONTH },
        { header: 'What', width: 16 },
        { header: 'Name', width: 28 },
        { header: 'Amount', width: 14, format: POUNDS },
        { header: 'Position in the log', width: 22 },
      ],
      rows: figures.adjustments.map(({ at, ofMonth, kind, name, amount, position }) => [
        toLondonCell(at),
        toMonthCell(ofMonth),
        kind.replaceAll('_', ' '),
        name,
        toPounds(amount),
        position,
      ]),
      summed: [4],
    },
    planMoneySheet(money),
  ];
}

const linkTotal = (sheet: SheetPlan, column: number, result: number): Cell => ({
  formula: `'${sheet.name}'!${getColumnLetter(column)}${sheet.rows.length + 2}`,
  result,
});

/** A month's report as an Excel file, in which every sum is a formula over the other sheets. */
export async function createMonthWorkbook(
  { figures, money }: { figures: MonthFigures; money: MoneyAnswer['entries'] },
  studioName: string,
): Promise<Buffer> {
  // Imported on demand: the package is large and needed about once a month.
  const { Workbook } = (await import('exceljs')).default;
  const book = new Workbook();
  book.creator = cleanLine(studioName);
  book.title = `${book.creator}, ${formatCalendarDay(`${figures.year}-${String(figures.month).padStart(2, '0')}-01`, 'MMMM yyyy')}`;
  const summary = book.addWorksheet('Summary', { views: [{ showGridLines: false }] });
  const sheets = planSheets(figures, money);
  for (const plan of sheets) addSheet(book, plan);
  const [passes, memberships, , costs] = sheets;
  if (passes === undefined || memberships === undefined || costs === undefined)
    throw new Error('A sheet is missing');
  fitToPageWidth(summary);
  summary.columns = [{ width: 34 }, { width: 16 }];
  const lines: readonly (readonly [string, Cell, string?])[] = [
    ['Pass sales', linkTotal(passes, 4, toPounds(figures.passSales.totalRevenue)), POUNDS],
    ['Membership sales', linkTotal(memberships, 4, toPounds(figures.membershipSales.totalRevenue)), POUNDS],
    ['Total revenue', { formula: 'B3+B4', result: toPounds(figures.totals.totalRevenue) }, POUNDS],
    ['Instructor costs', linkTotal(costs, 2, toPounds(figures.totals.totalCosts)), POUNDS],
    ['Net profit', { formula: 'B5-B6', result: toPounds(figures.totals.netProfit) }, POUNDS],
    ['Passes sold', linkTotal(passes, 1, figures.passSales.totalSold)],
    ['Memberships sold or renewed', linkTotal(memberships, 1, figures.membershipSales.totalSold)],
    ['Classes held', linkTotal(costs, 1, figures.instructorCosts.totalClasses)],
  ];
  summary.addRow([escapeCell(book.title)]);
  summary.addRow([figures.isOver ? '' : 'The month is not over: figures so far']);
  for (const [label, value, format] of lines) {
    const row = summary.addRow([label, value]);
    if (format) row.getCell(2).numFmt = format;
    row.font = { bold: label === 'Total revenue' || label === 'Net profit' };
  }
  summary.getRow(1).font = { bold: true, size: 14 };
  summary.getRow(2).font = { italic: true };
  return Buffer.from(await book.xlsx.writeBuffer());
}
