import type { Pool } from 'pg';
import {
  addDaysToDay,
  addPeriodToDay,
  getIsoWeekday,
  getMonday,
  toLondonDay,
  toLondonInstant,
} from '#domain/london-time.ts';
import { readRevenueByMonth } from '#projections/read-models/money/queries.ts';
import { readMembersByMonth, readPassesByMonth } from '#projections/read-models/pass-uses/queries.ts';
import { readClassesForFigures } from '#projections/read-models/schedule/queries.ts';
import type { TrendsAnswer } from '#services/contract/analytics.ts';
import { computePercentage, sum } from './class-figures.ts';
import { getNextMonth } from './month-figures.ts';
import { readWeeks } from './read-figures.ts';

const WEEKS_BACK = 12;
const FILL_WEEKS = 8;
const MONTHS = 12;

/** The fill of the last weeks' classes, by weekday and hour. */
async function readFill(pool: Pool, now: Date): Promise<TrendsAnswer['fill']> {
  const today = toLondonDay(now);
  const classes = await readClassesForFigures(pool, addDaysToDay(today, -7 * FILL_WEEKS), today);
  const slots = new Map<string, { weekday: number; hour: number; rows: typeof classes }>();
  for (const row of classes) {
    if (toLondonInstant(row.date, row.time) > now) continue;
    const weekday = getIsoWeekday(row.date);
    const hour = Number(row.time.slice(0, 2));
    const slot = slots.get(`${weekday} ${hour}`) ?? { weekday, hour, rows: [] };
    slot.rows.push(row);
    slots.set(`${weekday} ${hour}`, slot);
  }
  return [...slots.values()]
    .map(({ weekday, hour, rows }) => {
      const booked = sum(rows, ({ bookedCount }) => bookedCount);
      const capacity = sum(rows, ({ maxCapacity }) => maxCapacity);
      const fillPercentage = computePercentage(booked, capacity);
      return { weekday, hour, classes: rows.length, booked, capacity, fillPercentage };
    })
    .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour);
}

/** The revenue and cost of each week's classes, the current week last. */
async function readWeekTrend(pool: Pool, now: Date): Promise<TrendsAnswer['weeks']> {
  const monday = getMonday(toLondonDay(now));
  const mondays = Array.from({ length: WEEKS_BACK + 1 }, (_, index) =>
    addDaysToDay(monday, 7 * (index - WEEKS_BACK)),
  );
  const weeks = await readWeeks(pool, mondays);
  return weeks.map(({ monday: weekStart, classes }) => ({
    weekStart,
    classRevenue: sum(classes, ({ totalRevenue }) => totalRevenue),
    instructorFees: sum(classes, ({ instructorFee }) => instructorFee),
    booked: sum(classes, ({ bookedCount }) => bookedCount),
    capacity: sum(classes, ({ maxCapacity }) => maxCapacity),
  }));
}

async function readMonthTrend(pool: Pool, now: Date): Promise<TrendsAnswer['months']> {
  const thisMonth = toLondonDay(now).slice(0, 7);
  const since = addPeriodToDay(`${thisMonth}-01`, { unit: 'months', count: 1 - MONTHS }).slice(0, 7);
  const [revenues, passes, members] = await Promise.all([
    readRevenueByMonth(pool, since),
    readPassesByMonth(pool, since),
    readMembersByMonth(pool, since, now),
  ]);
  const months: TrendsAnswer['months'] = [];
  for (let month = since; month <= thisMonth; month = getNextMonth(month)) {
    const find = <T extends { month: string }>(rows: readonly T[]) => rows.find((row) => row.month === month);
    const revenue = find(revenues);
    const passCounts = find(passes);
    const memberCounts = find(members);
    months.push({
      month,
      passRevenue: revenue?.passRevenue ?? 0,
      membershipRevenue: revenue?.membershipRevenue ?? 0,
      passesGranted: passCounts?.granted ?? 0,
      passesUsed: passCounts?.used ?? 0,
      passesUnused: passCounts?.unused ?? 0,
      membersNew: memberCounts?.membersNew ?? 0,
      membersReturning: memberCounts?.membersReturning ?? 0,
      membersAtRisk: memberCounts?.membersAtRisk ?? 0,
    });
  }
  return months;
}

/** The figures of the charts. */
export async function readTrends(pool: Pool, now: Date): Promise<Omit<TrendsAnswer, 'success'>> {
  const [fill, weeks, months] = await Promise.all([
    readFill(pool, now),
    readWeekTrend(pool, now),
    readMonthTrend(pool, now),
  ]);
  return { fill, weeks, months };
}
