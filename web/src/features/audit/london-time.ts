const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** 'Tue 12 May 2026, 09:30:05' */
export function formatInstant(instant: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clock.formatToParts(new Date(instant))) parts[type] = value;
  const { weekday, day, month, year, hour, minute, second } = parts;
  // All months in three letters, as elsewhere.
  return `${weekday} ${day} ${month?.slice(0, 3)} ${year}, ${hour}:${minute}:${second}`;
}

/** What a date and time control shows for an instant: 'yyyy-MM-ddTHH:mm:ss' in London. */
export const londonWall = (instant: string): string => wallClock.format(new Date(instant)).replace(' ', 'T');

/** The end of the second that a wall time in London names, so that what happened in it is seen; null of no time. */
export function instantOfWall(wall: string): string | null {
  if (!/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(wall)) return null;
  const wanted = Date.parse(`${wall.length === 16 ? `${wall}:00` : wall}.999Z`);
  if (Number.isNaN(wanted)) return null;
  // London is at UTC or an hour ahead: of the two, the one that reads as asked.
  const ahead = new Date(wanted - 3_600_000).toISOString();
  const isAhead = londonWall(ahead).slice(0, 16) === wall.slice(0, 16);
  return isAhead ? ahead : new Date(wanted).toISOString();
}

/** The sentences of the log name instants as they are kept; people read them on London's clock. */
export const withLondonTimes = (text: string): string =>
  text.replace(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, (instant) => formatInstant(instant));
