import { monthNames } from '#web/lib/london-time.ts';

/** 'May 2026' of '2026-05' */
export const formatMonth = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** 'May' of '2026-05', 'Jan 27' of the first month of a year */
export const formatShortMonth = (month: string): string => {
  const name = (monthNames[Number(month.slice(5)) - 1] ?? '').slice(0, 3);
  return month.endsWith('-01') ? `${name} ${month.slice(2, 4)}` : name;
};
