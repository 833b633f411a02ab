import { expect, it } from 'vitest';
import { describeDeadline } from './describe-deadline.ts';

const deadline = { startsAt: '2026-05-13T08:30:00Z', freeCancellationUntil: '2026-05-12T08:30:00Z' };

it('names the end of free cancellation, and after it what a cancellation costs', () => {
  expect(describeDeadline(deadline, true, false)).toBe('Free to cancel until Tue 12 May, 09:30');
  expect(describeDeadline(deadline, false, false)).toBe('Less than 24 hours away: no pass comes back');
  expect(describeDeadline(deadline, false, true)).toBe(
    'Less than 24 hours away: no pass comes back unless someone takes your place',
  );
});
