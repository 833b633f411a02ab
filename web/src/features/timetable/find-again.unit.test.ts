import { expect, it } from 'vitest';
import { findAgain, findUsual, hasHabit } from './find-again.ts';

const slot = (id: number, date: string, time = '18:00', instructorId = 3) => ({
  id,
  date,
  time,
  name: 'beginner' as const,
  instructorId,
  duration: 50,
  instructorName: 'Maya',
  startsAt: `${date}T${time}:00Z`,
});
const booked = slot(1, '2026-05-12');
const bookedOn = (date: string, changes = {}) => ({
  status: 'confirmed' as const,
  attended: null,
  class: slot(Number(date.replaceAll('-', '')), date),
  ...changes,
});

it('finds the same weekday, time, level and instructor before any other class', () => {
  const open = [slot(2, '2026-05-15'), slot(3, '2026-05-19', '18:00', 4), slot(4, '2026-05-19')];
  expect(findAgain(booked, open)).toEqual({ found: open[2], isSame: true });
});

it('finds the nearest class of the level where the same one is not open', () => {
  const other = slot(2, '2026-05-19', '18:00', 4);
  const laterThatDay = slot(3, '2026-05-19', '20:30');
  const nextDay = slot(4, '2026-05-20');
  expect(findAgain(booked, [nextDay, laterThatDay, other])).toEqual({ found: other, isSame: false });
  expect(findAgain(booked, [nextDay, laterThatDay])?.found).toBe(nextDay);
  expect(findAgain(booked, [{ ...nextDay, name: 'advanced' as const }])).toBeNull();
  expect(findAgain(booked, [booked])).toBeNull();
});

it.each([
  ['when the clocks go forward', ['2026-03-08', '2026-03-15', '2026-03-22'], '2026-03-29'],
  ['when the clocks go back', ['2026-10-04', '2026-10-11', '2026-10-18'], '2026-10-25'],
])('finds the same time on the wall clock on the Sunday %s', (_what, weeks, day) => {
  const open = slot(9, day);
  expect(findAgain(slot(1, weeks[2] ?? ''), [slot(8, day, '17:00'), open])).toEqual({
    found: open,
    isSame: true,
  });
  expect(
    findUsual(
      weeks.map((date) => bookedOn(date)),
      [open],
      day,
    ),
  ).toEqual([open]);
});

it('calls a class usual after three weeks in a row, until it is booked or given up', () => {
  const open = slot(9, '2026-05-19');
  const weeks = ['2026-04-28', '2026-05-05', '2026-05-12'].map((date) => bookedOn(date));
  expect(findUsual(weeks, [open, slot(10, '2026-05-19', '19:00')], '2026-05-13')).toEqual([open]);
  expect(findUsual(weeks.slice(1), [open], '2026-05-13')).toEqual([]);
  expect(findUsual([...weeks, bookedOn('2026-05-19')], [open], '2026-05-13')).toEqual([]);
  expect(findUsual(weeks, [slot(9, '2026-06-09')], '2026-06-03')).toEqual([]);
  const missed = [...weeks.slice(0, 2), bookedOn('2026-05-12', { attended: false })];
  expect(findUsual(missed, [open], '2026-05-13')).toEqual([]);
});

it('knows a habit before the next class is read', () => {
  const weeks = ['2026-04-28', '2026-05-05', '2026-05-12'].map((date) => bookedOn(date));
  expect(hasHabit(weeks, '2026-05-13')).toBe(true);
  expect(hasHabit(weeks.slice(1), '2026-05-13')).toBe(false);
  expect(hasHabit(weeks, '2026-06-03')).toBe(false);
});
