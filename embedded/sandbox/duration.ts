import { addCalendarUnits } from '#domain/london-time.ts';

export interface IsoDuration {
  years: number;
  months: number;
  weeks: number;
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

const PATTERN =
  /^P(?=.)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/** Parses an ISO 8601 duration of whole parts, e.g. `P8D`, `PT30M`, `P1M2DT3H`; null when it is invalid. */
export function parseDuration(text: string): IsoDuration | null {
  const match = PATTERN.exec(text);
  if (match === null) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  return {
    years: part(1),
    months: part(2),
    weeks: part(3),
    days: part(4),
    hours: part(5),
    minutes: part(6),
    seconds: part(7),
  };
}

/**
 * Adds a duration to an instant. Years to days are calendar units in London and keep the wall time, so a day is 23 or
 * 25 hours when the clocks change. Then hours to seconds are added exactly.
 */
export function addDuration(instant: Date, duration: IsoDuration): Date {
  const { years, months, weeks, days } = duration;
  const day = addCalendarUnits(instant, { years, months, weeks, days });
  const exactMs = ((duration.hours * 60 + duration.minutes) * 60 + duration.seconds) * 1000;
  return new Date(day.getTime() + exactMs);
}
