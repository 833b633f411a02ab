import { tzOffset } from '@date-fns/tz/tzOffset';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { formatOrdinal } from './numbers.ts';

/** An ISO text, or milliseconds since 1970. */
type Instant = string | number;

const LONDON = 'Europe/London';

/** Names are tables: date-fns' formatting adds a tenth to the script of a first visit, and `Intl` varies by browser. */
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** The wall time in London at an instant: 'yyyy-MM-ddTHH:mm:ss.SSSZ', in which the Z means nothing. */
const toWallTime = (instant: Instant): string => {
  const date = new Date(instant);
  return new Date(date.getTime() + tzOffset(LONDON, date) * millisecondsInMinute).toISOString();
};

/** A wall date (`yyyy-MM-dd`) as date-fns takes it: a local date, at noon because every zone has one each day. */
const toCalendar = (date: string): Date => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
};

const pad = (part: number): string => String(part).padStart(2, '0');

const fromCalendar = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** 'Tuesday' of a wall date */
export const getWeekday = (date: string): string => weekdays[toCalendar(date).getDay()] ?? '';
const getDay = (date: string): number => toCalendar(date).getDate();
const getMonth = (date: string): string => monthNames[toCalendar(date).getMonth()] ?? '';
const shorten = (name: string): string => name.slice(0, 3);

/** The wall date in London at an instant. */
export const toLondonDate = (instant: Instant): string => toWallTime(instant).slice(0, 10);

/** What a date and time control shows for an instant: 'yyyy-MM-ddTHH:mm:ss' in London. */
export const toLondonWallTime = (instant: Instant): string => toWallTime(instant).slice(0, 19);

/**
 * The end of the second or minute that a London wall time names, so that a history as of then includes it. The first
 * of two when the clocks go back; null for no time.
 */
export const parseLondonWallTime = (text: string): string | null => {
  if (!/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)) return null;
  const inWinter = Date.parse(`${text.length === 16 ? `${text}:00` : text}.999Z`);
  if (Number.isNaN(inWinter)) return null;
  const inSummer = new Date(inWinter - millisecondsInHour);
  return (tzOffset(LONDON, inSummer) === 60 ? inSummer : new Date(inWinter)).toISOString();
};

/** '09:30' */
export const formatTime = (instant: Instant): string => toWallTime(instant).slice(11, 16);

/** 'Tue 12 May, 09:30' */
export const formatDayTime = (instant: Instant): string =>
  `${formatShortWallDay(toLondonDate(instant))}, ${formatTime(instant)}`;

/** 'May 12, 2026, 09:30:05' */
export const formatInstant = (instant: Instant): string =>
  `${formatDate(instant)}, ${toWallTime(instant).slice(11, 19)}`;

/** Writes the ISO instants within a sentence as `formatInstant` does. */
export const formatInstantsIn = (text: string): string =>
  text.replace(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, (instant) => formatInstant(instant));

/** '2026-05-12 09:30', which spreadsheets read as a date and time. */
export const formatLondonMinute = (instant: Instant): string =>
  toWallTime(instant).slice(0, 16).replace('T', ' ');

/** 'May 12, 2026', the spec's 'MMM dd, yyyy' */
export const formatDate = (instant: Instant): string => formatWallDate(toLondonDate(instant));

/** '21/11/2026' */
export const formatNumericDate = (instant: Instant): string =>
  toLondonDate(instant).split('-').reverse().join('/');

/** '12th', the day of the month */
export const formatDayOfMonth = (instant: Instant): string => formatOrdinal(getDay(toLondonDate(instant)));

/** 'May 12, 2026' of a wall date */
export const formatWallDate = (date: string): string =>
  `${shorten(getMonth(date))} ${date.slice(8)}, ${date.slice(0, 4)}`;

/** 'Tuesday 12 May' of a wall date, for screen readers; on screen it is `formatShortWallDay` */
export const formatWallDay = (date: string): string =>
  `${getWeekday(date)} ${getDay(date)} ${getMonth(date)}`;

/** 'Tue 12 May' of a wall date */
export const formatShortWallDay = (date: string): string =>
  `${shorten(getWeekday(date))} ${getDay(date)} ${shorten(getMonth(date))}`;

/** 'Tue', '12' and 'May' of a wall date */
export const getDateParts = (date: string): { weekday: string; day: string; month: string } => ({
  weekday: shorten(getWeekday(date)),
  day: String(getDay(date)),
  month: getMonth(date),
});

/** 'This Week', 'Next Week', then 'Week 3' and on. */
export const formatWeekLabel = (offset: number): string => {
  if (offset === 0) return 'This Week';
  return offset === 1 ? 'Next Week' : `Week ${offset + 1}`;
};

/** '11 – 17 May', '29 Jun – 5 Jul' */
export const formatWeekRange = (days: readonly string[]): string => {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return '';
  const dayAndMonth = (date: string) => `${getDay(date)} ${shorten(getMonth(date))}`;
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${sameMonth ? getDay(first) : dayAndMonth(first)} – ${dayAndMonth(last)}`;
};

export const addWallDays = (date: string, days: number): string =>
  fromCalendar(addDays(toCalendar(date), days));

/** A month (`yyyy-MM`) some months later, or earlier. */
export const addToMonth = (month: string, count: number): string =>
  fromCalendar(addMonths(toCalendar(`${month}-01`), count)).slice(0, 7);

/** Whether a text is a wall date of this century; false while a year is typed digit by digit. */
export const isWallDate = (text: string): boolean => /^20\d{2}-\d{2}-\d{2}$/.test(text);

/** The Monday of a wall date's week. */
export const getMonday = (date: string): string => fromCalendar(startOfISOWeek(toCalendar(date)));

/** The seven wall dates of the week `offset` weeks after that of `today`, Monday first. */
export const listWeekDates = (today: string, offset: number): string[] => {
  const monday = addWallDays(getMonday(today), offset * 7);
  return [0, 1, 2, 3, 4, 5, 6].map((day) => addWallDays(monday, day));
};

/** How many weeks, Monday to Sunday, one wall date's week is after that of another. */
export const countWeeksBetween = (from: string, to: string): number =>
  Math.round((Date.parse(getMonday(to)) - Date.parse(getMonday(from))) / (7 * 24 * millisecondsInHour));

/** Whole and part hours from one instant to another. */
export const countHoursBetween = (from: Instant, to: Instant): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / millisecondsInHour;

/** Whole days in London from one instant to another: 0 on the same day, negative for days gone by. */
export const countDaysUntil = (from: Instant, to: Instant): number =>
  differenceInCalendarDays(toCalendar(toLondonDate(to)), toCalendar(toLondonDate(from)));
