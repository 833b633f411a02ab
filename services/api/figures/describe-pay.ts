import { formatCalendarDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import { sumPay } from '#domain/pay/decide.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import type { InstructorPay, OwnPayAnswer, PayAnswer } from '#services/contract/pay.ts';
import { classType } from '#services/contract/values.ts';
import { instructorFallback } from '../presenters/describe-class.ts';
import type { PayReport } from './read-pay.ts';

const countUnmarked = (classes: readonly { readonly unmarked: number }[]): number =>
  classes.reduce((total, { unmarked }) => total + unmarked, 0);

const withLevel = <L extends { readonly level: string }>(line: L) => ({
  ...line,
  level: classType.parse(line.level),
});

/** The pay of each instructor who has a class or an adjustment in the period, by name. */
function describeInstructorPay({ classes, adjustments, instructorNames }: PayReport): InstructorPay[] {
  const ids = new Set([...classes, ...adjustments].map(({ instructorId }) => instructorId));
  const pays = [...ids].map((instructorId) => {
    const isOwn = (line: { instructorId: number }) => line.instructorId === instructorId;
    const [own, adjusted] = [classes.filter(isOwn), adjustments.filter(isOwn)];
    return {
      instructorId,
      name: instructorNames.get(instructorId) || instructorFallback,
      classes: own.map(withLevel),
      adjustments: adjusted.map(withLevel),
      unmarked: countUnmarked(own),
      totalPence: sumPay(own) + sumPay(adjusted),
    };
  });
  return pays.toSorted((a, b) => a.name.localeCompare(b.name) || a.instructorId - b.instructorId);
}

/** `closedBy` is the name of the person who closed it. */
export const describePay = (report: PayReport, closedBy: string, now: Date): PayAnswer => ({
  success: true,
  from: report.from,
  to: report.to,
  instructors: describeInstructorPay(report),
  totalPence: report.totalPence,
  unmarked: countUnmarked(report.classes),
  isOver: report.isOver,
  closed: report.closing && {
    at: report.closing.closedAt.toISOString(),
    by: closedBy,
    position: report.closing.position,
  },
  overlapped: report.overlapped,
  periods: [...report.periods],
  now: now.toISOString(),
});

/** What the instructors of an account see: their own lines only. */
export function describeOwnPay(
  report: PayReport,
  instructorIds: readonly number[],
  now: Date,
): Omit<OwnPayAnswer, 'success'> {
  const instructors = describeInstructorPay(report).filter(({ instructorId }) =>
    instructorIds.includes(instructorId),
  );
  return {
    from: report.from,
    to: report.to,
    isLinked: instructorIds.length > 0,
    isClosed: report.closing !== null,
    instructors,
    totalPence: instructors.reduce((sum, { totalPence }) => sum + totalPence, 0),
    unmarked: countUnmarked(instructors),
    now: now.toISOString(),
  };
}

const formatDay = (day: string): string => formatCalendarDay(day, 'EEE d MMM yyyy');

export function describePayClosing(report: PayReport): Effects {
  const { from, to, classes, adjustments, totalPence } = report;
  const count = classes.length === 1 ? '1 class' : `${classes.length} classes`;
  const ofEarlier =
    adjustments.length === 0 ? '' : `, with ${formatPounds(sumPay(adjustments))} of adjustments`;
  const unmarked = countUnmarked(classes);
  const heads = unmarked === 1 ? '1 booking has no mark and is' : `${unmarked} bookings have no mark and are`;
  return {
    summary: [
      `${formatPounds(totalPence)} for ${count} from ${formatDay(from)} to ${formatDay(to)}${ofEarlier}. It stays so, for ever.`,
      ...(unmarked === 0 ? [] : [`${heads} paid as present.`]),
      'Attendance that is marked later is an adjustment of the next period.',
    ],
    counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 },
    people: [],
  };
}
