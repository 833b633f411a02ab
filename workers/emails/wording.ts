import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';

const inLondon = (instant: Date) => new TZDate(instant.getTime(), 'Europe/London');

/** `Tue 12 May, 09:30`, London. */
export const dayAndTime = (instant: Date) => format(inLondon(instant), 'EEE d MMM, HH:mm');

/** `May 12, 2026`, London. */
export const longDay = (instant: Date) => format(inLondon(instant), 'MMM dd, yyyy');

/** `£110.00` */
export const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`;

/** `1 pass`, `3 passes` */
export const passes = (count: number) => `${count} ${count === 1 ? 'pass' : 'passes'}`;

/** `reformer for all` → `Reformer For All` */
export const levelName = (level: string) => level.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The name a letter opens with: the first word of what the member gave. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name;

/** As much of a payment's id as the success page shows. */
export const transactionId = (paymentIntentId: string) => paymentIntentId.slice(-8);
