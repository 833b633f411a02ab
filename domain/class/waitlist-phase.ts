import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import {
  addDaysToDay,
  getFreeCancellationEnd,
  toLondonDay,
  toLondonInstant,
  toLondonTime,
} from '../london-time.ts';
import type { Rules } from '../rules/rules.ts';

/** Whether a time on the clock (`HH:mm`) is in quiet hours, which may span midnight. Equal ends mean none. */
export const isQuiet = (time: string, { quietFrom, quietUntil }: Rules): boolean =>
  quietFrom <= quietUntil ? time >= quietFrom && time < quietUntil : time >= quietFrom || time < quietUntil;

/** The next instant of waking hours in London: now, or the end of the quiet hours. */
export function getNextWakingTime(now: Date, rules: Rules): Date {
  const time = toLondonTime(now);
  if (!isQuiet(time, rules)) return now;
  const today = toLondonDay(now);
  const endsToday = time < rules.quietUntil;
  return toLondonInstant(endsToday ? today : addDaysToDay(today, 1), rules.quietUntil);
}

/** The next instant at which quiet hours begin; null when there are none. */
function getNextQuietTime(now: Date, { quietFrom, quietUntil }: Rules): Date | null {
  if (quietFrom === quietUntil) return null;
  const today = toLondonInstant(toLondonDay(now), quietFrom);
  return today > now ? today : toLondonInstant(addDaysToDay(toLondonDay(now), 1), quietFrom);
}

/**
 * Until this long before the class a free spot is booked for the first waiting member. Free cancellation never ends before, so
 * that no member is booked who could not cancel freely.
 */
const getBookedUntilMs = ({ autoBookUntilHours, freeCancellationHours }: Rules): number =>
  Math.max(autoBookUntilHours, freeCancellationHours) * millisecondsInHour;

/**
 * What happens to a spot that is free at `now` (product rule 2): `book` it for the first entry, `offer` it,
 * `announce` it to all, or `pause` until waking hours.
 */
export type WaitlistPhase = 'book' | 'offer' | 'pause' | 'announce';

export function getWaitlistPhase(startsAt: Date, rules: Rules, now: Date): WaitlistPhase {
  const awake = getNextWakingTime(now, rules);
  const broadcastMs = rules.broadcastUnderHours * millisecondsInHour;
  if (startsAt.getTime() - awake.getTime() < broadcastMs) return 'announce';
  const bookedUntilMs = getBookedUntilMs(rules);
  if (startsAt.getTime() - now.getTime() <= bookedUntilMs) return awake > now ? 'pause' : 'offer';
  if (awake <= now) return 'book';
  // A member who is booked at night may cancel freely in the morning for as long as one who is booked at the last moment.
  const freeUntil = getFreeCancellationEnd(startsAt, rules);
  const timeToCancelMs = bookedUntilMs - rules.freeCancellationHours * millisecondsInHour;
  return freeUntil.getTime() - awake.getTime() >= timeToCancelMs ? 'book' : 'pause';
}

/**
 * When an offer made at `now` ends. It runs its minutes outside quiet hours, but no longer than the last offer
 * possible, which is made as the announcements begin.
 */
export function computeOfferEnd(startsAt: Date, rules: Rules, now: Date): Date {
  const offerMs = rules.offerMinutes * millisecondsInMinute;
  const unpaused = new Date(now.getTime() + offerMs);
  const quiet = getNextQuietTime(now, rules);
  const end =
    quiet === null || unpaused <= quiet
      ? unpaused
      : new Date(getNextWakingTime(quiet, rules).getTime() + unpaused.getTime() - quiet.getTime());
  const lastMs = Math.max(0, rules.broadcastUnderHours * millisecondsInHour - offerMs);
  const latest = new Date(startsAt.getTime() - lastMs);
  return end < latest ? end : latest;
}

/** The next instant after `now` at which the phase of a class changes. */
export function findNextPhaseChange(startsAt: Date, rules: Rules, now: Date): Date | null {
  const awake = getNextWakingTime(now, rules);
  const changes = [
    new Date(startsAt.getTime() - getBookedUntilMs(rules)),
    new Date(startsAt.getTime() - rules.broadcastUnderHours * millisecondsInHour + 1),
    awake > now ? awake : getNextQuietTime(now, rules),
  ].filter((instant) => instant !== null && instant > now && instant < startsAt);
  return changes.toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
}
