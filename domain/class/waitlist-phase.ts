import { millisecondsInHour } from 'date-fns/constants';
import {
  addDaysToDay,
  getFreeCancellationEnd,
  toLondonDay,
  toLondonInstant,
  toLondonTime,
} from '../london-time.ts';

/** Longer than this before a class, its free spot is booked for the first entry; from then on it is offered. */
const BOOKED_BEFORE_MS = 26 * millisecondsInHour;
/** Closer to a class than this, a free spot is announced to the whole waitlist. */
const OFFERED_BEFORE_MS = 2 * millisecondsInHour;
/** How long an offer lasts in waking hours. */
const OFFER_MS = millisecondsInHour / 2;
/** An offer ends this long before the class at the latest; then the spot is first come, first served. */
const OFFER_ENDS_BEFORE_MS = 1.5 * millisecondsInHour;
/** A member who is booked at night has at least this long after waking to cancel freely. */
const TIME_TO_CANCEL_MS = 2 * millisecondsInHour;
const WAKING = '07:00';
const SLEEPING = '21:00';

/** The next instant of waking hours in London: now, or 07:00. */
export function getNextWakingTime(now: Date): Date {
  const time = toLondonTime(now);
  const today = toLondonDay(now);
  if (time < WAKING) return toLondonInstant(today, WAKING);
  return time >= SLEEPING ? toLondonInstant(addDaysToDay(today, 1), WAKING) : now;
}

/**
 * What happens to a spot that is free at `now` (product rule 2): `book` it for the first entry, `offer` it,
 * `announce` it to all, or `pause` until waking hours.
 */
export type WaitlistPhase = 'book' | 'offer' | 'pause' | 'announce';

export function getWaitlistPhase(startsAt: Date, now: Date): WaitlistPhase {
  const awake = getNextWakingTime(now);
  if (startsAt.getTime() - awake.getTime() < OFFERED_BEFORE_MS) return 'announce';
  if (startsAt.getTime() - now.getTime() <= BOOKED_BEFORE_MS) return awake > now ? 'pause' : 'offer';
  if (awake <= now) return 'book';
  const timeToCancel = getFreeCancellationEnd(startsAt).getTime() - awake.getTime();
  return timeToCancel >= TIME_TO_CANCEL_MS ? 'book' : 'pause';
}

/** When an offer made at `now` ends: after half an hour of waking hours. */
export function computeOfferEnd(startsAt: Date, now: Date): Date {
  const evening = toLondonInstant(toLondonDay(now), SLEEPING);
  const unpaused = new Date(now.getTime() + OFFER_MS);
  const end =
    unpaused <= evening
      ? unpaused
      : new Date(getNextWakingTime(evening).getTime() + unpaused.getTime() - evening.getTime());
  const latest = new Date(startsAt.getTime() - OFFER_ENDS_BEFORE_MS);
  return end < latest ? end : latest;
}

/** The next instant after `now` at which the phase of a class changes. */
export function findNextPhaseChange(startsAt: Date, now: Date): Date | null {
  const awake = getNextWakingTime(now);
  const changes = [
    new Date(startsAt.getTime() - BOOKED_BEFORE_MS),
    new Date(startsAt.getTime() - OFFERED_BEFORE_MS + 1),
    ...(awake > now ? [awake] : [toLondonInstant(toLondonDay(now), SLEEPING)]),
  ].filter((instant) => instant > now && instant < startsAt);
  return changes.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
