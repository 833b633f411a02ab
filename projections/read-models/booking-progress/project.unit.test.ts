import { expect, test } from 'vitest';
import { projectAll } from '../../testing/naive-tables.ts';
import { StudioHistory } from '../../testing/studio-history.ts';
import { bookingProgressProjection } from './project.ts';
import { bookingProgress } from './tables.ts';

/** A booking's life cut off after so many of its events. */
function progressAfter(steps: number) {
  const life = new StudioHistory().booking('m', 4, 'cancelled').slice(0, steps);
  const { pass, seat } = projectAll(bookingProgressProjection, life).only(bookingProgress);
  return `${pass} ${seat}`;
}

test('each step of a booking is kept', () => {
  expect([1, 2, 3, 4, 5].map(progressAfter)).toEqual([
    'held none',
    'held booked',
    'used booked',
    'used released',
    'returned released',
  ]);
});
