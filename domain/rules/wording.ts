import { millisecondsInHour } from 'date-fns/constants';

/** The numbers of the rulebook in sentences: short, since every page of the web loads it. `spelling.ts` has numbers in words. */

const formatCount = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** '24 hours', '1 hour' */
export const formatHours = (hours: number): string => formatCount(hours, 'hour');

/** '7 days', '1 day' */
export const formatDays = (days: number): string => formatCount(days, 'day');

/** '30 minutes', '1 minute' */
export const formatMinutes = (minutes: number): string => formatCount(minutes, 'minute');

/**
 * 'less than 24 hours away': after free cancellation has ended, by the deadline that a booking or a class has itself. `where`
 * replaces 'away'. A deadline that is no number of hours before the start gives 'too late to cancel freely'.
 */
export function describeLateness(
  { startsAt, freeUntil }: { startsAt: Date | string; freeUntil: Date | string },
  where = 'away',
): string {
  const hours = (new Date(startsAt).getTime() - new Date(freeUntil).getTime()) / millisecondsInHour;
  return hours > 0 && Number.isInteger(hours)
    ? `less than ${formatHours(hours)} ${where}`
    : 'too late to cancel freely';
}
