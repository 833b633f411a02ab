import { millisecondsInHour } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { toLondonInstant } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import {
  computeOfferEnd,
  findNextPhaseChange,
  getNextWakingTime,
  getWaitlistPhase,
} from './waitlist-phase.ts';

/** Saturday 16 May 2026, 18:00. */
const evening = toLondonInstant('2026-05-16', '18:00');
const at = (day: string, time: string) => toLondonInstant(`2026-05-${day}`, time);

describe('getWaitlistPhase', () => {
  it.each([
    ['15', '14:59', 'book'],
    // 26 hours before, to the minute.
    ['15', '15:59', 'book'],
    ['15', '16:00', 'offer'],
    ['15', '20:59', 'offer'],
    ['15', '21:00', 'pause'],
    ['16', '06:59', 'pause'],
    ['16', '07:00', 'offer'],
    // Two hours before, to the minute.
    ['16', '16:00', 'offer'],
    ['16', '16:01', 'announce'],
    ['16', '17:59', 'announce'],
  ] as const)('for a class at 18:00 on the 16th, on the %sth at %s: %s', (day, time, phase) => {
    expect(getWaitlistPhase(evening, defaultRules, at(day, time))).toBe(phase);
  });

  it('does not book at night what could not be cancelled freely in the morning', () => {
    const early = at('16', '08:00');
    // 03:00 on the 15th: 29 hours before, but at 07:00 there is only one hour left to cancel.
    expect(getWaitlistPhase(early, defaultRules, at('15', '03:00'))).toBe('pause');
    expect(getWaitlistPhase(early, defaultRules, at('15', '07:00'))).toBe('offer');
    const noon = at('16', '12:00');
    expect(getWaitlistPhase(noon, defaultRules, at('15', '03:00'))).toBe('book');
  });

  it('announces at night when the morning would be too late', () => {
    const early = at('16', '08:00');
    expect(getWaitlistPhase(early, defaultRules, at('15', '20:59'))).toBe('offer');
    expect(getWaitlistPhase(early, defaultRules, at('15', '22:00'))).toBe('announce');
  });

  it.each(['2026-03-29', '2026-10-25'])('counts real hours on %s, when the clocks change', (day) => {
    const startsAt = toLondonInstant(day, '18:00');
    const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * millisecondsInHour);
    expect(getWaitlistPhase(startsAt, defaultRules, new Date(hoursBefore(26).getTime() - 1))).toBe('book');
    expect(getWaitlistPhase(startsAt, defaultRules, hoursBefore(26))).toBe('offer');
    expect(getWaitlistPhase(startsAt, defaultRules, hoursBefore(2))).toBe('offer');
    expect(getWaitlistPhase(startsAt, defaultRules, new Date(hoursBefore(2).getTime() + 1))).toBe('announce');
  });
});

describe('computeOfferEnd', () => {
  it.each([
    ['15', '18:00', '15', '18:30'],
    ['15', '20:30', '15', '21:00'],
    // The offer does not run down at night.
    ['15', '20:45', '16', '07:15'],
    // It ends an hour and a half before the class.
    ['16', '16:00', '16', '16:30'],
  ] as const)('made on the %sth at %s runs to the %sth at %s', (day, time, untilDay, until) => {
    expect(computeOfferEnd(evening, defaultRules, at(day, time))).toEqual(at(untilDay, until));
  });

  it('ends the offer in time for others', () => {
    expect(computeOfferEnd(at('16', '08:00'), defaultRules, at('15', '20:45'))).toEqual(at('16', '06:30'));
  });
});

it('finds the next waking time', () => {
  expect(getNextWakingTime(at('15', '06:59'), defaultRules)).toEqual(at('15', '07:00'));
  expect(getNextWakingTime(at('15', '07:00'), defaultRules)).toEqual(at('15', '07:00'));
  expect(getNextWakingTime(at('15', '20:59'), defaultRules)).toEqual(at('15', '20:59'));
  expect(getNextWakingTime(at('15', '21:00'), defaultRules)).toEqual(at('16', '07:00'));
});

it('finds the next change of the phase', () => {
  const chain: string[] = [];
  for (
    let now: Date | null = at('15', '10:00');
    now !== null;
    now = findNextPhaseChange(evening, defaultRules, now)
  ) {
    chain.push(getWaitlistPhase(evening, defaultRules, now));
  }
  expect(chain).toEqual(['book', 'offer', 'pause', 'offer', 'announce']);
});

describe('under other rules', () => {
  const awake = { ...defaultRules, quietFrom: '00:00', quietUntil: '00:00' };
  const siesta = { ...defaultRules, quietFrom: '13:00', quietUntil: '15:00' };

  it('has no quiet hours when they end as they begin', () => {
    expect(getNextWakingTime(at('15', '03:00'), awake)).toEqual(at('15', '03:00'));
    expect(getWaitlistPhase(evening, awake, at('15', '23:00'))).toBe('offer');
    expect(computeOfferEnd(evening, awake, at('15', '20:45'))).toEqual(at('15', '21:15'));
  });

  it('has quiet hours within a day', () => {
    expect(getNextWakingTime(at('15', '12:59'), siesta)).toEqual(at('15', '12:59'));
    expect(getNextWakingTime(at('15', '13:00'), siesta)).toEqual(at('15', '15:00'));
    expect(getNextWakingTime(at('15', '15:00'), siesta)).toEqual(at('15', '15:00'));
    expect(computeOfferEnd(evening, siesta, at('16', '12:50'))).toEqual(at('16', '15:20'));
    expect(findNextPhaseChange(evening, siesta, at('16', '12:00'))).toEqual(at('16', '13:00'));
    expect(findNextPhaseChange(evening, siesta, at('16', '13:00'))).toEqual(at('16', '15:00'));
  });

  it('never books a member who could not cancel freely', () => {
    const strict = { ...awake, freeCancellationHours: 48 };
    expect(getWaitlistPhase(evening, strict, at('14', '17:59'))).toBe('book');
    expect(getWaitlistPhase(evening, strict, at('14', '18:00'))).toBe('offer');
  });

  it('gives an offer all its minutes when announcements begin meanwhile', () => {
    const long = { ...awake, offerMinutes: 180 };
    expect(computeOfferEnd(evening, long, at('16', '15:30'))).toEqual(evening);
    expect(computeOfferEnd(evening, { ...awake, offerMinutes: 60 }, at('16', '16:00'))).toEqual(
      at('16', '17:00'),
    );
    const never = { ...awake, broadcastUnderHours: 0 };
    expect(getWaitlistPhase(evening, never, at('16', '17:59'))).toBe('offer');
    expect(computeOfferEnd(evening, never, at('16', '17:50'))).toEqual(evening);
  });

  it.each(['2026-03-29', '2026-10-25'])('counts real hours on %s for every limit', (day) => {
    const startsAt = toLondonInstant(day, '18:00');
    const rules = { ...awake, autoBookUntilHours: 20, freeCancellationHours: 20, broadcastUnderHours: 17 };
    const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * millisecondsInHour);
    expect(getWaitlistPhase(startsAt, rules, new Date(hoursBefore(20).getTime() - 1))).toBe('book');
    expect(getWaitlistPhase(startsAt, rules, hoursBefore(20))).toBe('offer');
    expect(getWaitlistPhase(startsAt, rules, new Date(hoursBefore(17).getTime() + 1))).toBe('announce');
  });
});
