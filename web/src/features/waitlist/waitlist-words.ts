import type { WaitlistHappening } from '../../../../services/contract/waitlist.ts';
import { formatDayTime, formatTime, londonDate } from '../../lib/dates.ts';
import { countOf } from '../../lib/money.ts';

const endings = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
const ordinals = new Intl.PluralRules('en-GB', { type: 'ordinal' });

/** 'You are 2nd in line' */
export const placeText = (position: number): string =>
  `You are ${position}${endings.get(ordinals.select(position)) ?? 'th'} in line`;

/** '14:30' today, 'Tue 12 May, 07:20' on another London day. */
export const untilText = (until: string, now: number): string =>
  londonDate(until) === londonDate(now) ? formatTime(until) : formatDayTime(until);

const minute = 60_000;

/** '29 minutes left', '10 hours 5 minutes left' over a night; the nearest minute, since two clocks are compared. */
export const timeLeftText = (until: string, now: number): string => {
  const left = Date.parse(until) - now;
  if (left < minute) return 'less than a minute left';
  const minutes = Math.round(left / minute);
  if (minutes < 60) return `${countOf(minutes, 'minute', 'minutes')} left`;
  const rest = minutes % 60;
  const hours = countOf(Math.floor(minutes / 60), 'hour', 'hours');
  return rest === 0 ? `${hours} left` : `${hours} ${countOf(rest, 'minute', 'minutes')} left`;
};

const skippedFor = {
  no_pass: 'you had no pass',
  pass_expires: 'your pass runs out before the class',
  overlap: 'you have another class at that time',
};

const mine = ({ what, reason }: WaitlistHappening): string => {
  switch (what) {
    case 'joined':
      return 'You joined the waitlist.';
    case 'left':
      return reason === 'overlap'
        ? 'You left the waitlist, since you have another class at that time.'
        : 'You left the waitlist.';
    case 'booked':
      return 'You were given a place in the class.';
    case 'offered':
      return 'A spot came free and was offered to you.';
    case 'lapsed':
      return 'The time to take your spot ran out.';
    case 'skipped':
      return `A spot came free, and you were skipped, since ${skippedFor[reason ?? 'no_pass']}.`;
    case 'announced':
      return 'A spot came free, and everyone waiting was told: first come, first served.';
    case 'class_cancelled':
      return 'The studio cancelled the class.';
  }
};

const skippedOthersFor = {
  no_pass: 'they had no pass',
  pass_expires: 'their pass runs out before the class',
  overlap: 'they have another class at that time',
};

const someoneElses = ({ what, reason }: WaitlistHappening, hadTurn: boolean): string => {
  switch (what) {
    case 'joined':
      return 'Someone joined the waitlist behind you.';
    case 'left':
      return 'Someone left the waitlist.';
    case 'booked':
      return 'Someone who was waiting was given a place.';
    case 'offered':
      return `A spot came free and was offered to someone ${hadTurn ? 'else in line' : 'ahead of you'}.`;
    case 'lapsed':
      return 'The time to take that spot ran out.';
    case 'skipped':
      return `Someone was skipped, since ${skippedOthersFor[reason ?? 'no_pass']}.`;
    case 'announced':
      return 'A spot came free, and everyone waiting was told: first come, first served.';
    case 'class_cancelled':
      return 'The studio cancelled the class.';
  }
};

/** What happened, as told to one member; no one else is named. Until they `hadTurn`, others' turns are ahead of theirs. */
export const happeningText = (happening: WaitlistHappening, hadTurn: boolean): string =>
  happening.mine ? mine(happening) : someoneElses(happening, hadTurn);
