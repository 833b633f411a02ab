import { addPeriodToDay, endOfLondonDay, toLondonDay } from './london-time.ts';

/** So many years bookings and payments stay after a member was erased, without a name (the law on accounts). */
export const RECORDS_YEARS = 7;

/** So many months a registration of interest is kept. */
export const REGISTRATION_MONTHS = 24;

/** So many days before an account is erased for want of use its member is told. */
export const NOTICE_DAYS = 28;

/** The last London day on which something is kept, so many months after what happened last to it. */
export const getLastRetentionDay = (lastAt: Date, months: number): string =>
  addPeriodToDay(toLondonDay(lastAt), { unit: 'months', count: months });

/** The first instant at which it is kept no longer: the start of the London day after the last. */
export const getRetentionEnd = (lastAt: Date, months: number): Date =>
  new Date(endOfLondonDay(getLastRetentionDay(lastAt, months)).getTime() + 1);

/** Whether its time is over at `now`. */
export const isRetentionOver = (lastAt: Date, months: number, now: Date): boolean =>
  toLondonDay(now) > getLastRetentionDay(lastAt, months);

/**
 * An instant that is not before anything whose time is over at `now`, for queries to leave the rest out by: months differ in
 * length, so some that it lets through are not over yet.
 */
export const getRetentionQueryLimit = (months: number, now: Date): Date =>
  endOfLondonDay(
    addPeriodToDay(addPeriodToDay(toLondonDay(now), { unit: 'months', count: -months }), {
      unit: 'weeks',
      count: 1,
    }),
  );
