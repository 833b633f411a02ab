import type { InstructorPay } from '#services/contract/pay.ts';
import { toCsv } from '#web/components/table/csv.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatExactPence, toPounds } from '#web/lib/money.ts';

type Line = InstructorPay['classes'][number] | InstructorPay['adjustments'][number];
type Rate = Pick<Line, 'basePence' | 'perHeadPence' | 'above'>;

/** '£30.00', or '£30.00 + £2.50 a head above 4'. */
export const formatRate = ({ basePence, perHeadPence, above }: Rate): string =>
  perHeadPence === 0
    ? formatExactPence(basePence)
    : `${formatExactPence(basePence)} + ${formatExactPence(perHeadPence)} a head above ${above}`;

const header = [
  ...['Instructor', 'Kind', 'Day', 'Time', 'Class', 'Number of the class', 'Heads', 'Without a mark'],
  ...['Each class', 'More a head', 'Above heads', 'Paid before', 'Pay'],
];

function toRow(name: string, line: Line) {
  const isAdjustment = 'paidPence' in line;
  return [
    ...[
      name,
      isAdjustment ? 'Adjustment' : 'Class',
      line.date,
      line.time,
      getLevelName(line.level),
      line.classId,
    ],
    ...[line.heads, isAdjustment ? null : line.unmarked],
    ...[toPounds(line.basePence), toPounds(line.perHeadPence), line.above],
    ...[isAdjustment ? toPounds(line.paidPence) : null, toPounds(line.pence)],
  ];
}

/** Every class and adjustment as a line; the pay of the lines is the sum of the period. */
export const formatPayCsv = (instructors: readonly InstructorPay[]): string =>
  toCsv(
    header,
    instructors.flatMap(({ name, classes, adjustments }) =>
      [...classes, ...adjustments].map((line) => toRow(name, line)),
    ),
  );
