import { expect, it } from 'vitest';
import { findFullDays } from './day-openness.ts';

const now = Date.parse('2026-05-12T12:00:00Z');
const at = (startsAt: string, availableSpots: number, isMarkedFull = false) => ({
  date: startsAt.slice(0, 10),
  startsAt,
  availableSpots,
  isMarkedFull,
});

it('finds the days on which every class to come is full', () => {
  const days = findFullDays(
    [
      at('2026-05-12T09:00:00Z', 3),
      at('2026-05-12T18:00:00Z', 0),
      at('2026-05-13T09:00:00Z', 0),
      at('2026-05-13T18:00:00Z', 1),
      at('2026-05-14T09:00:00Z', 4, true),
    ],
    now,
  );
  expect([...days]).toEqual(['2026-05-12', '2026-05-14']);
});
