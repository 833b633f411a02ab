import { expect, it } from 'vitest';
import { formatInstant, instantOfWall, londonWall, withLondonTimes } from './london-time.ts';

it('tells an instant on London’s clock, to the second', () => {
  expect(formatInstant('2026-05-12T08:30:05.120Z')).toBe('Tue 12 May 2026, 09:30:05');
  expect(formatInstant('2026-09-01T00:00:00Z')).toBe('Tue 1 Sep 2026, 01:00:00');
  expect(londonWall('2026-01-12T08:30:05.120Z')).toBe('2026-01-12T08:30:05');
});

it.each([
  ['2026-05-12T09:30:05', '2026-05-12T08:30:05.999Z'],
  ['2026-01-12T09:30', '2026-01-12T09:30:00.999Z'],
  // The hour that the clocks jump over, and the one that comes twice.
  ['2026-03-29T01:30', '2026-03-29T01:30:00.999Z'],
  ['2026-10-25T01:30', '2026-10-25T00:30:00.999Z'],
])('reads %s in London as %s', (wall, instant) => expect(instantOfWall(wall)).toBe(instant));

it.each(['', '2026-05-12', '0002-05-12T09:30', '2026-13-12T09:30'])('reads nothing from "%s"', (wall) =>
  expect(instantOfWall(wall)).toBeNull(),
);

it('puts the instants of a sentence on London’s clock', () => {
  expect(withLondonTimes('To be used by 2026-06-12T22:59:59.999Z.')).toBe(
    'To be used by Fri 12 Jun 2026, 23:59:59.',
  );
});
