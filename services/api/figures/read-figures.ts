import type { Pool, PoolClient } from 'pg';
import {
  addDaysToDay,
  addPeriodToDay,
  getMonday,
  toLondonDay,
  toLondonInstant,
} from '#domain/london-time.ts';
import { inSnapshot } from '#infra/postgres/transaction.ts';
import { readInstructorNames } from '#projections/read-models/instructors/queries.ts';
import {
  readLateMoney,
  readMoneyOfMonth,
  readMoneyPosition,
} from '#projections/read-models/money/queries.ts';
import { readMonthClosings } from '#projections/read-models/months/queries.ts';
import { readPassUses } from '#projections/read-models/pass-uses/queries.ts';
import { readHeldClassesByIds } from '#projections/read-models/pay/queries.ts';
import { readClassesForFigures } from '#projections/read-models/schedule/queries.ts';
import type { ClassFigures, MonthFigures, WeekFigures } from '#services/contract/analytics.ts';
import { computeClassFigures } from './class-figures.ts';
import { readClassPay } from './class-pay.ts';
import { computeMonthFigures, findOpenMonth } from './month-figures.ts';
import { computeWeekFigures } from './week-figures.ts';

// Each figure is read from one snapshot, so that its parts add up.

type Source = Pool | PoolClient;

async function readClassFigures(source: Source, from: string, to: string): Promise<ClassFigures[]> {
  // One connection runs one query at a time.
  const classes = await readClassesForFigures(source, from, to);
  const ids = classes.map(({ id }) => id);
  const uses = await readPassUses(source, ids);
  const pay = await readClassPay(source, await readHeldClassesByIds(source, ids));
  return computeClassFigures({ classes, uses, pay, instructorNames: await readInstructorNames(source) });
}

/** The figures of the week of a London day: all its classes with the bookings so far. */
export function readWeek(pool: Pool, day: string): Promise<WeekFigures> {
  const monday = getMonday(day);
  const days = [0, 1, 2, 3, 4, 5, 6].map((index) => addDaysToDay(monday, index));
  return inSnapshot(pool, async (client) =>
    computeWeekFigures(days, await readClassFigures(client, monday, addDaysToDay(monday, 6))),
  );
}

/** The classes of several weeks, by their Mondays. */
export function readWeeks(
  pool: Pool,
  mondays: readonly string[],
): Promise<{ monday: string; classes: ClassFigures[] }[]> {
  const first = mondays[0];
  const last = mondays.at(-1);
  if (first === undefined || last === undefined) return Promise.resolve([]);
  return inSnapshot(pool, async (client) => {
    const classes = await readClassFigures(client, first, addDaysToDay(last, 6));
    return mondays.map((monday) => ({
      monday,
      classes: classes.filter(({ date }) => date >= monday && date <= addDaysToDay(monday, 6)),
    }));
  });
}

/** `yyyy-MM` */
export const formatMonth = (year: number, month: number): string =>
  `${year}-${String(month).padStart(2, '0')}`;

/** The last day of a month, `yyyy-MM`. */
const getLastDay = (month: string): string =>
  addDaysToDay(addPeriodToDay(`${month}-01`, { unit: 'months', count: 1 }), -1);

interface MonthReport {
  readonly figures: MonthFigures;
  /** The log position up to which the figures include money. */
  readonly throughPosition: string;
  /** Set for a closed month, whose `figures` are those of its closing. */
  readonly closing: { closedAt: Date; closedBy: string | null; position: string } | null;
}

/** A month's report, as it was closed or as of now. */
export function readMonth(pool: Pool, month: string, now: Date): Promise<MonthReport> {
  return inSnapshot(pool, async (client) => {
    const closings = new Map((await readMonthClosings(client)).map((row) => [row.month, row]));
    const closing = closings.get(month) ?? null;
    if (closing !== null) {
      const figures: MonthFigures = JSON.parse(closing.figures);
      return { figures, throughPosition: closing.throughPosition, closing };
    }
    const late = (await readLateMoney(client)).filter((row) => findOpenMonth(row, closings) === month);
    const classes = await readClassFigures(client, `${month}-01`, getLastDay(month));
    const figures = computeMonthFigures({
      month,
      isOver: toLondonDay(now).slice(0, 7) > month,
      money: [...(await readMoneyOfMonth(client, month)), ...late],
      classes: classes.filter(({ date, time }) => toLondonInstant(date, time) <= now),
      isClosed: (other) => closings.has(other),
    });
    return { figures, throughPosition: await readMoneyPosition(client), closing: null };
  });
}
