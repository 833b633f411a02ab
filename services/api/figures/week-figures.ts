import type { ClassFigures, WeekFigures } from '#services/contract/analytics.ts';
import { computePercentage, sum } from './class-figures.ts';

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

function computeTotals(classes: readonly ClassFigures[]) {
  const totalBooked = sum(classes, ({ bookedCount }) => bookedCount);
  const totalCapacity = sum(classes, ({ maxCapacity }) => maxCapacity);
  const totalRevenue = sum(classes, (each) => each.totalRevenue);
  const totalInstructorFees = sum(classes, ({ instructorFee }) => instructorFee);
  return {
    totalClasses: classes.length,
    totalBooked,
    totalCapacity,
    fillPercentage: computePercentage(totalBooked, totalCapacity),
    totalRevenue,
    totalInstructorFees,
    totalProfit: totalRevenue - totalInstructorFees,
  };
}

/** The figures of a week, from its seven London days, Monday first, and its classes in order. */
export function computeWeekFigures(days: readonly string[], classes: readonly ClassFigures[]): WeekFigures {
  return {
    weekStart: days[0] ?? '',
    weekEnd: days.at(-1) ?? '',
    ...computeTotals(classes),
    dailyBreakdown: days.map((date, index) => {
      const ofDay = classes.filter((each) => each.date === date);
      return { day: dayNames[index] ?? '', date, ...computeTotals(ofDay), classes: ofDay };
    }),
  };
}
