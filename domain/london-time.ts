import { TZDate, tzOffset } from '@date-fns/tz';
import { add } from 'date-fns/add';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { format } from 'date-fns/format';
import { getISODay } from 'date-fns/getISODay';
import type { Rules } from './rules/rules.ts';

const LONDON = 'Europe/London';

/** How long a pass lasts from the day of purchase. */
export interface Validity {
  unit: 'weeks' | 'months';
  count: number;
}

const getOffsetMs = (instant: Date): number => tzOffset(LONDON, instant) * millisecondsInMinute;

/** A London day (`yyyy-MM-dd`) and time as milliseconds of the same wall time in UTC. */
function toWallMs(date: string, time = '00:00'): number {
  const wall = Date.parse(`${date}T${time}:00.000Z`);
  if (Number.isNaN(wall)) throw new RangeError(`Not a date and time: ${date} ${time}`);
  return wall;
}

function resolveWall(wall: number): number {
  const before = getOffsetMs(new Date(wall - millisecondsInDay));
  const after = getOffsetMs(new Date(wall + millisecondsInDay));
  for (const offset of [before, after]) {
    if (getOffsetMs(new Date(wall - offset)) === offset) return wall - offset;
  }
  // In the hour that the clocks skip neither offset holds: the old one reads as the same moment on the new clock.
  return wall - before;
}

const resolved = new Map<number, number>();

/** Bookings resolve the same few days and times again and again, and the zone's rules are slow to evaluate. */
function resolveWallCached(wall: number): number {
  const known = resolved.get(wall);
  if (known !== undefined) return known;
  if (resolved.size >= 5_000) resolved.clear();
  const instant = resolveWall(wall);
  resolved.set(wall, instant);
  return instant;
}

/**
 * The UTC instant of a London wall date and time. A time that happens twice when the clocks go back means the first.
 * One that is skipped when they go forward means an hour later on the clock.
 */
export function toLondonInstant(date: string, time: string): Date {
  return new Date(resolveWallCached(toWallMs(date, time)));
}

/** The London day (`yyyy-MM-dd`) on which an instant falls. */
export function toLondonDay(instant: Date): string {
  return new Date(instant.getTime() + getOffsetMs(instant)).toISOString().slice(0, 10);
}

/** The time of day (`HH:mm`) in London at an instant. */
export function toLondonTime(instant: Date): string {
  return new Date(instant.getTime() + getOffsetMs(instant)).toISOString().slice(11, 16);
}

/** The last millisecond of a London day. */
export function endOfLondonDay(day: string): Date {
  return new Date(resolveWallCached(toWallMs(day) + millisecondsInDay) - 1);
}

/** Calendar arithmetic uses local dates made from the parts, so that the machine's own zone does not matter. */
function toCalendar(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

function fromCalendar(date: Date): string {
  const pad = (part: number, length: number) => String(part).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** A London day some days later (or earlier). */
export function addDaysToDay(day: string, days: number): string {
  return fromCalendar(addDays(toCalendar(day), days));
}

/** 1 for Monday to 7 for Sunday. */
export function getIsoWeekday(day: string): number {
  return getISODay(toCalendar(day));
}

/** The Monday of a London day's week. */
export function getMonday(day: string): string {
  return addDaysToDay(day, 1 - getIsoWeekday(day));
}

/** A London day some weeks or months later; a day the month does not have becomes its last. */
export function addPeriodToDay(day: string, { unit, count }: Validity): string {
  return unit === 'weeks' ? addDaysToDay(day, count * 7) : fromCalendar(addMonths(toCalendar(day), count));
}

/** Whole calendar days from one London day to another; negative when `to` is before `from`. */
export function countDaysBetween(from: string, to: string): number {
  return differenceInCalendarDays(toCalendar(to), toCalendar(from));
}

/** Formats a London day (`yyyy-MM-dd`) by a pattern of date-fns. */
export const formatCalendarDay = (day: string, pattern: string): string => format(toCalendar(day), pattern);

/** Formats an instant as a London clock and calendar show it, by a pattern of date-fns. */
export const formatLondon = (instant: Date | string, pattern: string): string =>
  format(new TZDate(new Date(instant).getTime(), LONDON), pattern);

/** `Tue 12 May 2026`, London. */
export const formatDay = (instant: Date | string): string => formatLondon(instant, 'EEE d MMM yyyy');

/** `May 12, 2026`, London. */
export const formatLongDay = (instant: Date | string): string => formatLondon(instant, 'MMM dd, yyyy');

/** `Tue 12 May, 09:30`, London. */
export const formatDayTime = (instant: Date | string): string => formatLondon(instant, 'EEE d MMM, HH:mm');

/** Adds calendar units in London: the wall time stays the same, also across a change of the clocks. */
export const addCalendarUnits = (
  instant: Date,
  units: Readonly<Record<'years' | 'months' | 'weeks' | 'days', number>>,
): Date => new Date(add(new TZDate(instant.getTime(), LONDON), units).getTime());

/** Whole years from a date of birth to a London day. */
export function computeAge(day: string, dateOfBirth: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** When a lot bought at `purchasedAt` lapses: the end of the London day one period after the day of purchase. */
export function computeExpiry(purchasedAt: Date, validity: Validity): Date {
  return endOfLondonDay(addPeriodToDay(toLondonDay(purchasedAt), validity));
}

/** From when members with a membership can book a class on `date`: 00:00 of the first calendar day of the window. */
export function getPriorityBookingStart(
  date: string,
  { bookingWindowDays }: Pick<Rules, 'bookingWindowDays'>,
): Date {
  return toLondonInstant(addDaysToDay(date, -bookingWindowDays), '00:00');
}

/** From when pass holders can book a class on `date`: the same day, `priorityBookingHours` (0 to 24) later on the clock. */
export function getBookingStart(
  date: string,
  {
    bookingWindowDays,
    priorityBookingHours: hours,
  }: Pick<Rules, 'bookingWindowDays' | 'priorityBookingHours'>,
): Date {
  const opening = addDaysToDay(date, -bookingWindowDays);
  return hours >= 24
    ? toLondonInstant(addDaysToDay(opening, 1), '00:00')
    : toLondonInstant(opening, `${String(hours).padStart(2, '0')}:00`);
}

/** Cancelling up to this instant, inclusive, gives the pass back: hours of real time before the start. */
export function getFreeCancellationEnd(
  startsAt: Date,
  { freeCancellationHours }: Pick<Rules, 'freeCancellationHours'>,
): Date {
  return new Date(startsAt.getTime() - freeCancellationHours * millisecondsInHour);
}
