import type { PassUseRow } from '#projections/read-models/pass-uses/queries.ts';
import type { CountedClassRow } from '#projections/read-models/schedule/queries.ts';
import type { ClassFigures } from '#services/contract/analytics.ts';
import { classType } from '#services/contract/values.ts';
import { instructorFallback } from '../presenters/describe-class.ts';

/** 0 to 100 with one decimal place; 0 if the whole is 0. */
export const computePercentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;

export const sum = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((total, row) => total + amount(row), 0);

/** The revenue and cost of each class; `feeAt` is the instructor's fee for a class that starts at that instant. */
export function computeClassFigures(
  classes: readonly CountedClassRow[],
  uses: readonly PassUseRow[],
  feeAt: (startsAt: Date) => number,
): ClassFigures[] {
  const revenues = new Map<number, number>();
  for (const { classId, value } of uses) revenues.set(classId, (revenues.get(classId) ?? 0) + value);
  return classes.map((row) => {
    const totalRevenue = revenues.get(row.id) ?? 0;
    const instructorFee = feeAt(row.startsAt);
    return {
      id: row.id,
      name: classType.parse(row.name),
      date: row.date,
      time: row.time,
      instructorId: row.instructorId,
      instructorName: row.instructorName || instructorFallback,
      maxCapacity: row.maxCapacity,
      bookedCount: row.bookedCount,
      fillPercentage: computePercentage(row.bookedCount, row.maxCapacity),
      totalRevenue,
      instructorFee,
      profit: totalRevenue - instructorFee,
    };
  });
}
