import { expect, test } from 'vitest';
import { projectAll } from '../../testing/naive-tables.ts';
import { StudioHistory } from '../../testing/studio-history.ts';
import { bookingsProjection } from './project.ts';
import { bookings } from './tables.ts';

test('a booking stands until its seat is given back, and then says why and whether the pass came back', () => {
  const history = new StudioHistory();
  const tables = projectAll(bookingsProjection, [
    ...history.booking('m', 1),
    ...history.booking('m', 2, 'cancelled'),
    ...history.booking('m', 3, 'unfinished'),
  ]);
  expect(tables.rows(bookings)).toMatchObject([
    { id: 1, user_id: 'm', class_id: 1, status: 'confirmed', pass_returned: null, attended: null },
    { id: 2, user_id: 'm', class_id: 2, status: 'cancelled', pass_returned: true },
  ]);
  expect(tables.topics).toContainEqual({ kind: 'member', memberId: 'm', what: 'bookings' });
});
