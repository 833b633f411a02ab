import { millisecondsInHour } from 'date-fns/constants';
import {
  addDaysToDay,
  getFreeCancellationEnd,
  toLondonDay,
  toLondonInstant,
  toLondonTime,
} from '../london-time.ts';

/** More than this before a class the first in line is booked; from there on a spot is offered. */
const BOOKED_BEFORE = 26 * millisecondsInHour;
/** Less than this before a class everyone is told. */
const OFFERED_BEFORE = 2 * millisecondsInHour;
/** How long an offer runs while people are awake. */
const OFFER_RUNS = millisecondsInHour / 2;
/** An offer ends so long before the class at the latest: what is left goes to whoever is quick. */
const OFFER_ENDS_BEFORE = 1.5 * millisecondsInHour;
/** Who is booked in their sleep has so long after waking to cancel freely. */
const TIME_TO_CANCEL = 2 * millisecondsInHour;
const WAKING = '07:00';
const SLEEPING = '21:00';

/** When people are awake next, London: now, or 07:00. */
export function getNextWakingTime(now: Date): Date {
  const time = toLondonTime(now);
  const today = toLondonDay(now);
  if (time < WAKING) return toLondonInstant(today, WAKING);
  return time >= SLEEPING ? toLondonInstant(addDaysToDay(today, 1), WAKING) : now;
}

/**
 * What is done with a spot that is free at `now` (design, decision 2): `book` the first in line, `offer` it to them,
 * `announce` it to all; `rest` until people are awake.
 */
export type WaitlistPhase = 'book' | 'offer' | 'rest' | 'announce';

export function getWaitlistPhase(startsAt: Date, now: Date): WaitlistPhase {
  const awake = getNextWakingTime(now);
  if (startsAt.getTime() - awake.getTime() < OFFERED_BEFORE) return 'announce';
  if (startsAt.getTime() - now.getTime() <= BOOKED_BEFORE) return awake > now ? 'rest' : 'offer';
  if (awake <= now) return 'book';
  const timeToCancel = getFreeCancellationEnd(startsAt).getTime() - awake.getTime();
  return timeToCancel >= TIME_TO_CANCEL ? 'book' : 'rest';
}

/** Until when an offer that is made at `now` runs: half an hour of waking time. */
export function computeOfferEnd(startsAt: Date, now: Date): Date {
  const evening = toLondonInstant(toLondonDay(now), SLEEPING);
  const straight = new Date(now.getTime() + OFFER_RUNS);
  const runs =
    straight <= evening
      ? straight
      : new Date(getNextWakingTime(evening).getTime() + straight.getTime() - evening.getTime());
  const latest = new Date(startsAt.getTime() - OFFER_ENDS_BEFORE);
  return runs < latest ? runs : latest;
}

/** The instants after `now` at which the phase of a class changes, the next first. */
export function findNextPhaseChange(startsAt: Date, now: Date): Date | null {
  const awake = getNextWakingTime(now);
  const changes = [
    new Date(startsAt.getTime() - BOOKED_BEFORE),
    new Date(startsAt.getTime() - OFFERED_BEFORE + 1),
    ...(awake > now ? [awake] : [toLondonInstant(toLondonDay(now), SLEEPING)]),
  ].filter((instant) => instant > now && instant < startsAt);
  return changes.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
