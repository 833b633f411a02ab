import { millisecondsInMinute } from 'date-fns/constants';
import { formatDayTime, formatTime, toLondonDate } from '#web/lib/london-time.ts';
import { formatCount, formatOrdinal } from '#web/lib/numbers.ts';

/** 'You are 2nd in line' */
export const formatPosition = (position: number): string => `You are ${formatOrdinal(position)} in line`;

/** '14:30' today, 'Tue 12 May, 07:20' on another London day. */
export const formatOfferEnd = (until: string, now: number): string =>
  toLondonDate(until) === toLondonDate(now) ? formatTime(until) : formatDayTime(until);

/** '29 minutes left', '10 hours 5 minutes left'; rounded, because two clocks are compared. */
export const formatTimeLeft = (until: string, now: number): string => {
  const leftMs = Date.parse(until) - now;
  if (leftMs < millisecondsInMinute) return 'less than a minute left';
  const minutes = Math.round(leftMs / millisecondsInMinute);
  if (minutes < 60) return `${formatCount(minutes, 'minute', 'minutes')} left`;
  const remainder = minutes % 60;
  const hours = formatCount(Math.floor(minutes / 60), 'hour', 'hours');
  return remainder === 0 ? `${hours} left` : `${hours} ${formatCount(remainder, 'minute', 'minutes')} left`;
};
