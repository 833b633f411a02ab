import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';

/** `Tue 12 May 2026`, London. */
export const formatDay = (instant: string): string =>
  format(new TZDate(instant, 'Europe/London'), 'EEE d MMM yyyy');

/** `£24.00` */
export const formatPounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`;

/** `1 pass`, `3 passes`. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** `Tue 12 May, 09:30`, London. */
export const formatDayTime = (instant: string): string =>
  format(new TZDate(instant, 'Europe/London'), 'EEE d MMM, HH:mm');

/** `Pre & Post Natal` */
export const toTitleCase = (level: string): string =>
  level.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
