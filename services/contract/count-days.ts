import { millisecondsInDay } from 'date-fns/constants';

/** The days of a span of wall dates, both inclusive. */
export const countDays = (from: string, to: string) =>
  (Date.parse(to) - Date.parse(from)) / millisecondsInDay + 1;
