import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { startOfWeek } from 'date-fns/startOfWeek';

/** Instants are shown as London reads them; a wall date (`yyyy-MM-dd`) has no zone and is worked out in UTC. */
const london = (instant: string | number): TZDate => new TZDate(new Date(instant), 'Europe/London');
const wall = (date: string): TZDate => new TZDate(new Date(`${date}T12:00:00Z`), 'UTC');
const wallText = (date: Date): string => format(date, 'yyyy-MM-dd');

/** 'Tue 12 May, 09:30' */
export const formatDayTime = (instant: string | number): string =>
  format(london(instant), 'EEE d MMM, HH:mm');

/** 'May 12, 2026', the spec's 'MMM dd, yyyy' */
export const formatDate = (instant: string | number): string => format(london(instant), 'MMM dd, yyyy');

/** '12th', the day of the month */
export const formatDayOfMonth = (instant: string | number): string => format(london(instant), 'do');

/** 'May 12, 2026' of a wall date */
export const formatWallDate = (date: string): string => format(wall(date), 'MMM dd, yyyy');

/** 'Tuesday 12 May' of a wall date */
export const formatWallDay = (date: string): string => format(wall(date), 'EEEE d MMMM');

/** 'Tue 12 May' of a wall date */
export const formatShortWallDay = (date: string): string => format(wall(date), 'EEE d MMM');

/** 'Tue', '12' and 'May' of a wall date */
export const dayParts = (date: string): { weekday: string; day: string; month: string } => ({
  weekday: format(wall(date), 'EEE'),
  day: format(wall(date), 'd'),
  month: format(wall(date), 'MMMM'),
});

/** The wall date in London at an instant. */
export const londonDate = (instant: string | number): string => wallText(london(instant));

export const addWallDays = (date: string, days: number): string => wallText(addDays(wall(date), days));

/** The Monday of a wall date's week. */
export const mondayOf = (date: string): string => wallText(startOfWeek(wall(date), { weekStartsOn: 1 }));

/** The seven wall dates of the week `offset` weeks after that of `today`, Monday first. */
export const weekOf = (today: string, offset: number): string[] => {
  const monday = addWallDays(mondayOf(today), offset * 7);
  return [0, 1, 2, 3, 4, 5, 6].map((day) => addWallDays(monday, day));
};

/** 'This Week', 'Next Week', then 'Week 3' and on. */
export const weekLabel = (offset: number): string => {
  if (offset === 0) return 'This Week';
  return offset === 1 ? 'Next Week' : `Week ${offset + 1}`;
};

/** '11 – 17 May', '29 Jun – 5 Jul' */
export const weekRange = (days: readonly string[]): string => {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return '';
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${format(wall(first), sameMonth ? 'd' : 'd MMM')} – ${format(wall(last), 'd MMM')}`;
};

/** Whole and part hours from one instant to another. */
export const hoursBetween = (from: string | number, to: string | number): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / 3_600_000;

/** Whole days in London from one instant to another: 0 on the same day, negative for days gone by. */
export const daysUntil = (from: string | number, to: string | number): number =>
  Math.round(hoursBetween(`${londonDate(from)}T12:00:00Z`, `${londonDate(to)}T12:00:00Z`) / 24);
