import type { Pool, PoolClient } from 'pg';
import {
  addDaysToDay,
  addPeriodToDay,
  getMonday,
  toLondonDay,
  toLondonInstant,
} from '#domain/london-time.ts';
import { inTransaction } from '#infra/postgres/transaction.ts';
import { lateMoney, moneyOfMonth, moneyReadThrough } from '#projections/read-models/money/queries.ts';
import { monthClosingsIn } from '#projections/read-models/months/queries.ts';
import { passUsesOf } from '#projections/read-models/pass-uses/queries.ts';
import { classesToCount } from '#projections/read-models/schedule/queries.ts';
import { instructorFees } from '#projections/read-models/setting-history/queries.ts';
import type { ClassFigures, MonthFigures, WeekFigures } from '#services/contract/analytics.ts';
import { computeClassFigures } from './class-figures.ts';
import { computeMonthFigures, findOpenMonth } from './month-figures.ts';
import { computeWeekFigures } from './week-figures.ts';

type Source = Pool | PoolClient;

/** All that a figure is made of is read at one moment: numbers that are summed up must be of the same studio. */
const atOneMoment = <T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return read(client);
  });

async function classesWithFigures(source: Source, from: string, to: string): Promise<ClassFigures[]> {
  // One connection answers one question at a time.
  const classes = await classesToCount(source, from, to);
  const uses = await passUsesOf(
    source,
    classes.map(({ id }) => id),
  );
  return computeClassFigures(classes, uses, await instructorFees(source));
}

/** The week of a London day: all its classes, with what is booked so far. */
export function readWeek(pool: Pool, day: string): Promise<WeekFigures> {
  const monday = getMonday(day);
  const days = [0, 1, 2, 3, 4, 5, 6].map((index) => addDaysToDay(monday, index));
  return atOneMoment(pool, async (client) =>
    computeWeekFigures(days, await classesWithFigures(client, monday, addDaysToDay(monday, 6))),
  );
}

/** Weeks from Monday to Monday, without their classes. */
export function readWeeks(
  pool: Pool,
  mondays: readonly string[],
): Promise<{ monday: string; classes: ClassFigures[] }[]> {
  const first = mondays[0];
  const last = mondays.at(-1);
  if (first === undefined || last === undefined) return Promise.resolve([]);
  return atOneMoment(pool, async (client) => {
    const classes = await classesWithFigures(client, first, addDaysToDay(last, 6));
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
const lastDayOf = (month: string): string =>
  addDaysToDay(addPeriodToDay(`${month}-01`, { unit: 'months', count: 1 }), -1);

interface MonthAsRead {
  readonly figures: MonthFigures;
  /** How far the log of money had been read. */
  readonly throughPosition: string;
  /** Set when its books are shut: `figures` are then those that were shut in. */
  readonly closing: { closedAt: Date; closedBy: string | null; position: string } | null;
}

/** A month's report: as it was closed, or as it stands. */
export function readMonth(pool: Pool, month: string, now: Date): Promise<MonthAsRead> {
  return atOneMoment(pool, async (client) => {
    const closings = new Map((await monthClosingsIn(client)).map((row) => [row.month, row]));
    const closing = closings.get(month) ?? null;
    if (closing !== null) {
      const figures: MonthFigures = JSON.parse(closing.figures);
      return { figures, throughPosition: closing.throughPosition, closing };
    }
    const late = (await lateMoney(client)).filter((row) => findOpenMonth(row, closings) === month);
    const classes = await classesWithFigures(client, `${month}-01`, lastDayOf(month));
    const figures = computeMonthFigures({
      month,
      isOver: toLondonDay(now).slice(0, 7) > month,
      money: [...(await moneyOfMonth(client, month)), ...late],
      classes: classes.filter(({ date, time }) => toLondonInstant(date, time) <= now),
      isClosed: (other) => closings.has(other),
    });
    return { figures, throughPosition: await moneyReadThrough(client), closing: null };
  });
}
