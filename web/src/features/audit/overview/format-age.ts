import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';

const units = [
  { name: 'day', seconds: secondsInDay },
  { name: 'hour', seconds: secondsInHour },
  { name: 'minute', seconds: secondsInMinute },
] as const;

/** 'less than a minute', '5 minutes', '1 hour', '2 days' */
export function formatAge(seconds: number): string {
  const unit = units.find((each) => seconds >= each.seconds);
  if (unit === undefined) return 'less than a minute';
  const count = Math.floor(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
