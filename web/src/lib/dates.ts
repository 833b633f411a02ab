/**
 * Instants are shown as London reads them; a wall date (`yyyy-MM-dd`) has no zone and is worked out in UTC. By hand and
 * not with date-fns, whose formatting and zones are a tenth of the script that a first visit waits for.
 */
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

const londonClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The wall date and time ('HH:mm') in London at an instant. */
const london = (instant: string | number): { date: string; time: string } => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of londonClock.formatToParts(new Date(instant))) parts[type] = value;
  const { year, month, day, hour, minute } = parts;
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
};

const wall = (date: string): Date => new Date(`${date}T12:00:00Z`);
const wallText = (date: Date): string => date.toISOString().slice(0, 10);
const weekdayOf = (date: string): string => weekdays[wall(date).getUTCDay()] ?? '';
const dayOf = (date: string): number => wall(date).getUTCDate();
const monthOf = (date: string): string => monthNames[wall(date).getUTCMonth()] ?? '';
const short = (name: string): string => name.slice(0, 3);

/** 'Tue 12 May, 09:30' */
export const formatDayTime = (instant: string | number): string => {
  const { date, time } = london(instant);
  return `${formatShortWallDay(date)}, ${time}`;
};

/** '09:30' */
export const formatTime = (instant: string | number): string => london(instant).time;

/** 'May 12, 2026', the spec's 'MMM dd, yyyy' */
export const formatDate = (instant: string | number): string => formatWallDate(londonDate(instant));

/** '12th', the day of the month */
export const formatDayOfMonth = (instant: string | number): string => {
  const day = dayOf(londonDate(instant));
  const isTeen = day > 10 && day < 14;
  const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
  return `${day}${(isTeen ? undefined : endings[day % 10]) ?? 'th'}`;
};

/** 'May 12, 2026' of a wall date */
export const formatWallDate = (date: string): string =>
  `${short(monthOf(date))} ${date.slice(8)}, ${date.slice(0, 4)}`;

/** 'Tuesday 12 May' of a wall date */
export const formatWallDay = (date: string): string => `${weekdayOf(date)} ${dayOf(date)} ${monthOf(date)}`;

/** 'Tue 12 May' of a wall date */
export const formatShortWallDay = (date: string): string =>
  `${short(weekdayOf(date))} ${dayOf(date)} ${short(monthOf(date))}`;

/** 'Tue', '12' and 'May' of a wall date */
export const dayParts = (date: string): { weekday: string; day: string; month: string } => ({
  weekday: short(weekdayOf(date)),
  day: String(dayOf(date)),
  month: monthOf(date),
});

/** The wall date in London at an instant. */
export const londonDate = (instant: string | number): string => london(instant).date;

/** '2026-05-12 09:30' in London, as a spreadsheet reads it. */
export const londonMinute = (instant: string | number): string => {
  const { date, time } = london(instant);
  return `${date} ${time}`;
};

export const addWallDays = (date: string, days: number): string => {
  const moved = wall(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return wallText(moved);
};

/** The Monday of a wall date's week. */
export const mondayOf = (date: string): string => addWallDays(date, -((wall(date).getUTCDay() + 6) % 7));

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
  const dayAndMonth = (date: string) => `${dayOf(date)} ${short(monthOf(date))}`;
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${sameMonth ? dayOf(first) : dayAndMonth(first)} – ${dayAndMonth(last)}`;
};

/** Whole and part hours from one instant to another. */
export const hoursBetween = (from: string | number, to: string | number): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / 3_600_000;

/** Whole days in London from one instant to another: 0 on the same day, negative for days gone by. */
export const daysUntil = (from: string | number, to: string | number): number =>
  Math.round(hoursBetween(`${londonDate(from)}T12:00:00Z`, `${londonDate(to)}T12:00:00Z`) / 24);
