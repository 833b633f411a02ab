import { toLondonDay } from '../london-time.ts';

/** Which part of 03/04/2025 is the day. */
export const dateOrders = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A London day, or both days that the text can mean; null when it is no date. */
type ReadDate = { readonly day: string } | { readonly ambiguous: Readonly<Record<DateOrder, string>> } | null;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A calendar day; null when there is none, such as 31 April. Two digits of a year are of this century. */
function toDay(year: string, month: number, date: number): string | null {
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const parsed = new Date(`${day}T12:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day) ? day : null;
}

const toDate = (day: string | null): ReadDate => (day === null ? null : { day });

function readNumeric([, first = '', second = '', year = '']: RegExpExecArray, order: DateOrder | null) {
  const dayFirst = toDay(year, Number(second), Number(first));
  const monthFirst = toDay(year, Number(first), Number(second));
  if (order !== null) return toDate(order === 'day-first' ? dayFirst : monthFirst);
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst)
    return toDate(dayFirst ?? monthFirst);
  return { ambiguous: { 'day-first': dayFirst, 'month-first': monthFirst } };
}

const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?$`;
const isoInstant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}`);
const numeric = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${time}`);
const dayAndName = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[- ]([a-z]{3,9})[-, ]+(\d{4}|\d{2})${time}`,
);
const nameAndDay = new RegExp(
  String.raw`^([a-z]{3,9})[- ](\d{1,2})(?:st|nd|rd|th)?[-, ]+(\d{4}|\d{2})${time}`,
);

/** Reads a date as people and exports write it. With an order, 03/04/2025 has one meaning. */
export function readDate(text: string, order: DateOrder | null): ReadDate {
  const written = text.trim();
  if (isoInstant.test(written)) {
    const instant = new Date(written.replace(' ', 'T'));
    return Number.isNaN(instant.getTime()) ? null : { day: toLondonDay(instant) };
  }
  const [, isoYear, isoMonth, isoDate] = yearFirst.exec(written) ?? [];
  if (isoYear !== undefined) return toDate(toDay(isoYear, Number(isoMonth), Number(isoDate)));
  const inNumbers = numeric.exec(written);
  if (inNumbers !== null) return readNumeric(inNumbers, order);
  const folded = written.toLowerCase();
  const [, date, name, year] = dayAndName.exec(folded) ?? [];
  const [, otherName, otherDate, otherYear] = nameAndDay.exec(folded) ?? [];
  const month = months.indexOf((name ?? otherName ?? '').slice(0, 3)) + 1;
  if (month === 0) return null;
  return toDate(toDay(year ?? otherYear ?? '', month, Number(date ?? otherDate)));
}
