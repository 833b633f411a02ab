import { expect, it } from 'vitest';
import { readDate } from './read-date.ts';

it.each([
  ['2025-04-03', '2025-04-03'],
  ['2025/4/3', '2025-04-03'],
  ['2025-04-03 10:00', '2025-04-03'],
  ['2025-04-03T23:30:00Z', '2025-04-04'],
  ['2025-12-03T23:30:00Z', '2025-12-03'],
  ['2025-04-03T00:30:00+02:00', '2025-04-02'],
  ['25/12/2025', '2025-12-25'],
  ['12/25/2025 9:00 PM', '2025-12-25'],
  ['25.12.25', '2025-12-25'],
  ['04/04/2025', '2025-04-04'],
  ['3 Apr 2025', '2025-04-03'],
  ['3rd April 2025', '2025-04-03'],
  ['Apr 3, 2025', '2025-04-03'],
  ['April 3 2025', '2025-04-03'],
  ['03-Apr-25', '2025-04-03'],
  ['29/02/2028', '2028-02-29'],
])('reads %s', (text, day) => {
  expect(readDate(text, null)).toEqual({ day });
});

it('returns both days of an ambiguous date, until the order is chosen', () => {
  const days = { 'day-first': '2025-04-03', 'month-first': '2025-03-04' };
  expect(readDate('03/04/2025', null)).toEqual({ ambiguous: days });
  expect(readDate('03/04/2025', 'day-first')).toEqual({ day: days['day-first'] });
  expect(readDate('03/04/2025', 'month-first')).toEqual({ day: days['month-first'] });
  // There is no such day in the chosen order.
  expect(readDate('25/12/2025', 'month-first')).toBeNull();
});

it.each([
  '',
  'never',
  '31/02/2025',
  '29/02/2027',
  '2025-13-01',
  '32 Apr 2025',
  '3 Foo 2025',
  '12345',
  '1/2/3',
])('reads %j as no date', (text) => {
  expect(readDate(text, null)).toBeNull();
});
