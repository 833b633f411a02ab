import type { PassUseRow } from '#projections/read-models/pass-uses/queries.ts';
import type { CountedClassRow } from '#projections/read-models/schedule/queries.ts';
import type { ClassFigures } from '#services/contract/analytics.ts';
import { classType } from '#services/contract/values.ts';
import { instructorFallback } from '../presenters/describe-class.ts';
import type { ClassPay } from './class-pay.ts';

/** 0 to 100 with one decimal place; 0 if the whole is 0. */
export const computePercentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;

export const sum = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((total, row) => total + amount(row), 0);

interface CountedClasses {
  readonly classes: readonly CountedClassRow[];
  readonly uses: readonly PassUseRow[];
  /** What each class pays, and to whom. */
  readonly pay: readonly ClassPay[];
  readonly instructorNames: ReadonlyMap<number, string>;
}

/** The revenue and cost of each class, with the instructor whom it pays. */
export function computeClassFigures({ classes, uses, pay, instructorNames }: CountedClasses): ClassFigures[] {
  const payOf = new Map(pay.map((each) => [each.classId, each]));
  const revenues = new Map<number, number>();
  for (const { classId, value } of uses) revenues.set(classId, (revenues.get(classId) ?? 0) + value);
  return classes.map((row) => {
    const totalRevenue = revenues.get(row.id) ?? 0;
    const paid = payOf.get(row.id);
    const instructorFee = paid?.pence ?? 0;
    const instructorId = paid?.instructorId ?? row.instructorId;
    return {
      id: row.id,
      name: classType.parse(row.name),
      date: row.date,
      time: row.time,
      instructorId,
      instructorName: instructorNames.get(instructorId) || instructorFallback,
      maxCapacity: row.maxCapacity,
      bookedCount: row.bookedCount,
      fillPercentage: computePercentage(row.bookedCount, row.maxCapacity),
      totalRevenue,
      instructorFee,
      profit: totalRevenue - instructorFee,
    };
  });
}
