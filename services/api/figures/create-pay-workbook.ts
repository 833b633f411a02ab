import { levelName } from '#domain/class/level-name.ts';
import { formatCalendarDay } from '#domain/london-time.ts';
import { toPounds } from '#domain/money.ts';
import { cleanLine } from '#domain/text.ts';
import type { InstructorPay, PayAnswer } from '#services/contract/pay.ts';
import { addSheet, escapeCell, POUNDS, type SheetPlan } from './workbook-sheets.ts';

const DAY_AND_TIME = 'd mmm yyyy hh:mm';

/** The library writes the UTC parts of a date, and a cell has no time zone: these are London's wall clock. */
const toWallCell = ({ date, time }: { readonly date: string; readonly time: string }): Date =>
  new Date(`${date}T${time}:00.000Z`);

function planInstructors(instructors: readonly InstructorPay[]): SheetPlan {
  return {
    name: 'Instructors',
    columns: [
      { header: 'Instructor', width: 28 },
      { header: 'Classes', width: 10 },
      { header: 'Heads without a mark', width: 22 },
      { header: 'For classes', width: 14, format: POUNDS },
      { header: 'Adjustments', width: 14, format: POUNDS },
      { header: 'Pay', width: 14, format: POUNDS },
    ],
    rows: instructors.map(({ name, classes, adjustments, unmarked, totalPence }, index) => {
      const adjusted = adjustments.reduce((sum, { pence }) => sum + pence, 0);
      return [
        ...[name, classes.length, unmarked, toPounds(totalPence - adjusted), toPounds(adjusted)],
        { formula: `D${index + 2}+E${index + 2}`, result: toPounds(totalPence) },
      ];
    }),
    summed: [1, 2, 3, 4, 5],
  };
}

const when = { header: 'When', width: 20, format: DAY_AND_TIME };
const described = [
  { header: 'Class', width: 22 },
  { header: 'Number of the class', width: 20 },
];

const planClasses = (instructors: readonly InstructorPay[]): SheetPlan => ({
  name: 'Classes',
  columns: [
    { header: 'Instructor', width: 28 },
    ...[when, ...described],
    { header: 'Heads', width: 10 },
    { header: 'Without a mark', width: 16 },
    { header: 'Base', width: 12, format: POUNDS },
    { header: 'A head', width: 12, format: POUNDS },
    { header: 'Above', width: 10 },
    { header: 'Pay', width: 14, format: POUNDS },
  ],
  rows: instructors
    .flatMap(({ name, classes }) => classes.map((line) => ({ name, line })))
    .map(({ name, line }, index) => {
      const row = index + 2;
      return [
        ...[name, toWallCell(line), levelName(line.level), line.classId, line.heads, line.unmarked],
        ...[toPounds(line.basePence), toPounds(line.perHeadPence), line.above],
        { formula: `G${row}+H${row}*MAX(0,E${row}-I${row})`, result: toPounds(line.pence) },
      ];
    }),
  summed: [4, 5, 9],
});

const planAdjustments = (instructors: readonly InstructorPay[]): SheetPlan => ({
  name: 'Adjustments',
  columns: [
    { header: 'Instructor', width: 28 },
    ...[when, ...described],
    { header: 'Heads paid', width: 12 },
    { header: 'Heads now', width: 12 },
    { header: 'Paid before', width: 14, format: POUNDS },
    { header: 'Difference', width: 14, format: POUNDS },
  ],
  rows: instructors.flatMap(({ name, adjustments }) =>
    adjustments.map((line) => [
      ...[name, toWallCell(line), levelName(line.level), line.classId, line.paidHeads, line.heads],
      ...[toPounds(line.paidPence), toPounds(line.pence)],
    ]),
  ),
  summed: [7],
});

/** The pay of a period as an Excel file, in which every sum is a formula. */
export async function createPayWorkbook(pay: PayAnswer, studioName: string): Promise<Buffer> {
  // Imported on demand: the package is large and needed about once a month.
  const { Workbook } = (await import('exceljs')).default;
  const book = new Workbook();
  book.creator = cleanLine(studioName);
  const [from, to] = [pay.from, pay.to].map((day) => formatCalendarDay(day, 'd MMM yyyy'));
  book.title = `${book.creator}, pay from ${from} to ${to}`;
  const { instructors } = pay;
  for (const plan of [planInstructors, planClasses, planAdjustments]) addSheet(book, plan(instructors));
  const state = pay.closed === null ? 'Not closed: as of now' : 'Closed';
  book.getWorksheet('Instructors')?.addRows([[], [escapeCell(book.title)], [state]]);
  return Buffer.from(await book.xlsx.writeBuffer());
}
