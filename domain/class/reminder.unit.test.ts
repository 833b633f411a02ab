import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLondonDay, toLondonInstant, toLondonTime } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import { computeReminderTime, EARLIEST_REMINDER_MS } from './reminder.ts';
import { isQuiet } from './waitlist-phase.ts';

const hourMs = 3_600_000;
const at = (text: string) => {
  const [day = '', time = ''] = text.split(' ');
  return toLondonInstant(day, time);
};
const format = (instant: Date | null) => instant && `${toLondonDay(instant)} ${toLondonTime(instant)}`;
const remind = (start: string, booked: string, rules = defaultRules) => {
  const startsAt = at(start);
  const freeUntil = new Date(startsAt.getTime() - rules.freeCancellationHours * hourMs);
  return format(computeReminderTime({ startsAt, freeUntil, bookedAt: at(booked) }, rules));
};

describe('computeReminderTime', () => {
  it.each([
    ['two hours before the deadline', '2026-05-14 18:00', '2026-05-11 10:00', '2026-05-13 16:00'],
    ['booked at that minute', '2026-05-14 18:00', '2026-05-13 16:00', '2026-05-13 16:00'],
    [
      'booked a minute later: two hours before the class',
      '2026-05-14 18:00',
      '2026-05-13 16:01',
      '2026-05-14 16:00',
    ],
    ['booked less than two hours before: none', '2026-05-14 18:00', '2026-05-14 16:01', null],
    ['as quiet hours end', '2026-05-14 09:00', '2026-05-11 10:00', '2026-05-13 07:00'],
    [
      'in the last quiet minute: before they began',
      '2026-05-14 08:59',
      '2026-05-11 10:00',
      '2026-05-12 20:59',
    ],
    ['as quiet hours begin: the minute before', '2026-05-14 23:00', '2026-05-11 10:00', '2026-05-13 20:59'],
    ['before they begin', '2026-05-14 22:59', '2026-05-11 10:00', '2026-05-13 20:59'],
    [
      'booked in those quiet hours: two hours before the class',
      '2026-05-14 09:30',
      '2026-05-13 06:00',
      '2026-05-13 07:30',
    ],
    [
      'early and booked in the evening before the deadline',
      '2026-05-14 08:00',
      '2026-05-12 22:00',
      '2026-05-13 20:59',
    ],
    ['early and booked the evening before: none', '2026-05-14 08:00', '2026-05-13 21:30', null],
    ['early and booked before that evening', '2026-05-14 08:00', '2026-05-13 20:00', '2026-05-13 20:59'],
    // The clocks go forward at 01:00 on 29 March 2026, and back at 02:00 on 25 October.
    ['over the short day', '2026-03-29 18:00', '2026-03-25 10:00', '2026-03-28 15:00'],
    ['the morning after the short night', '2026-03-30 08:30', '2026-03-25 10:00', '2026-03-28 20:59'],
    ['over the long day', '2026-10-25 18:00', '2026-10-20 10:00', '2026-10-24 17:00'],
    ['the morning after the long night', '2026-10-25 08:30', '2026-10-20 10:00', '2026-10-24 07:30'],
  ])('%s', (_name, start, booked, due) => {
    expect(remind(start, booked)).toBe(due);
  });

  it('goes by the deadline of the booking, which is the start of a class that moved', () => {
    const startsAt = at('2026-05-14 18:00');
    const times = { startsAt, freeUntil: startsAt, bookedAt: at('2026-05-11 10:00') };
    expect(format(computeReminderTime(times, defaultRules))).toBe('2026-05-14 16:00');
  });

  it('has no quiet hours when they begin as they end', () => {
    const rules = { ...defaultRules, quietFrom: '00:00', quietUntil: '00:00' };
    expect(remind('2026-05-14 05:00', '2026-05-11 10:00', rules)).toBe('2026-05-13 03:00');
  });

  it('is never in quiet hours, before the booking, after the class or further ahead than the sweep reads', () => {
    const time = fc
      .integer({ min: 0, max: 24 * 60 - 1 })
      .map(
        (minute) =>
          `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
      );
    fc.assert(
      fc.property(
        fc.record({
          start: fc.date({ min: new Date('2026-03-20'), max: new Date('2026-11-05'), noInvalidDate: true }),
          bookedBeforeMs: fc.integer({ min: 0, max: 200 * hourMs }),
          freeHours: fc.integer({ min: 0, max: 72 }),
          quietFrom: time,
          quietUntil: time,
        }),
        ({ start, bookedBeforeMs, freeHours, quietFrom, quietUntil }) => {
          const rules = { ...defaultRules, freeCancellationHours: freeHours, quietFrom, quietUntil };
          const bookedAt = new Date(start.getTime() - bookedBeforeMs);
          const freeUntil = new Date(start.getTime() - freeHours * hourMs);
          const due = computeReminderTime({ startsAt: start, freeUntil, bookedAt }, rules);
          if (due === null) return;
          expect(isQuiet(toLondonTime(due), rules)).toBe(false);
          expect(due >= bookedAt && due < start).toBe(true);
          expect(start.getTime() - due.getTime()).toBeLessThanOrEqual(EARLIEST_REMINDER_MS);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
