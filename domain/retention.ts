import { addPeriodToDay, endOfLondonDay, toLondonDay } from './london-time.ts';

/** How long bookings and payments stay after a member was erased, without a name (accounting law). */
export const RECORDS_YEARS = 7;

/** How long a registration of interest stays. */
export const REGISTRATION_MONTHS = 24;

/** How long a complaint about data stays after its last answer, or after it was received. */
export const COMPLAINT_MONTHS = 24;

/** How many days before the erasure of an unused account its member is notified. */
export const NOTICE_DAYS = 28;

/** The last London day of a retention period of `months` after `lastAt`. */
export const getLastRetentionDay = (lastAt: Date, months: number): string =>
  addPeriodToDay(toLondonDay(lastAt), { unit: 'months', count: months });

/** The first instant after a retention period: the start of the London day after its last. */
export const getRetentionEnd = (lastAt: Date, months: number): Date =>
  new Date(endOfLondonDay(getLastRetentionDay(lastAt, months)).getTime() + 1);

export const isRetentionOver = (lastAt: Date, months: number, now: Date): boolean =>
  toLondonDay(now) > getLastRetentionDay(lastAt, months);

/**
 * An upper limit of `lastAt` for queries: it lies after every record whose period is over at `now`. Months differ in
 * length, so some of the records before it are not over yet.
 */
export const getRetentionQueryLimit = (months: number, now: Date): Date =>
  endOfLondonDay(
    addPeriodToDay(addPeriodToDay(toLondonDay(now), { unit: 'months', count: -months }), {
      unit: 'weeks',
      count: 1,
    }),
  );
