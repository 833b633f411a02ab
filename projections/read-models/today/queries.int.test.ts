import { afterAll, beforeAll, expect, it } from 'vitest';
import { toLondonInstant } from '#domain/london-time.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import {
  readClassesWaitedFor,
  readFirstTimers,
  readLapsingLots,
  readNextClass,
  readUnmarkedClasses,
  readUnpaidMemberships,
} from './queries.ts';

/** The day after the clocks went back. */
const today = '2026-10-26';
const now = toLondonInstant(today, '12:00');

const tables = ['schedule_classes', 'bookings', 'users', 'memberships', 'wallet_lots'];

let database: Awaited<ReturnType<typeof startProjectedStudio>>;
/** Inserts a row of these columns. */
const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  return database.pool.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
};

const addClass = (id: number, date: string, time: string, row: Readonly<Record<string, unknown>> = {}) =>
  insert('schedule_classes', {
    ...{ id, name: 'beginner', date, time, starts_at: toLondonInstant(date, time), instructor_id: 1 },
    ...{ duration: 50, max_capacity: 7, booked_count: 2, waitlist_count: 0, is_cancelled: false, ...row },
  });
const addBooking = (
  id: number,
  classId: number,
  userId: string,
  row: Readonly<Record<string, unknown>> = {},
) =>
  insert('bookings', { id, class_id: classId, user_id: userId, lot_id: 'lot', status: 'confirmed', ...row });

beforeAll(async () => {
  const added = { instructorId: 1, name: 'Marina Hale', prenatalSuitable: true, at: now.toISOString() };
  database = await startProjectedStudio([
    new Recorder().record('instructor-1', { type: 'InstructorAdded', data: added }),
  ]);
  // The rows below have only the columns that are read.
  const { rows } = await database.pool.query<{ drop: string }>(
    `SELECT format('ALTER TABLE %I ALTER COLUMN %I DROP NOT NULL', table_name, column_name) AS drop
     FROM information_schema.columns WHERE table_name = ANY ($1) AND is_nullable = 'NO'
       AND column_name NOT IN ('id', 'lot_id')`,
    [tables],
  );
  for (const { drop } of rows) await database.pool.query(drop);
  for (const id of ['ann', 'bea', 'cat']) await insert('users', { id, name: `${id} Member` });

  await addClass(1, '2026-10-10', '10:00');
  await addClass(2, '2026-10-25', '10:00');
  await addClass(3, today, '11:00');
  await addClass(4, today, '11:30');
  await addClass(5, today, '12:00', { is_cancelled: true, waitlist_count: 3 });
  await addClass(6, today, '18:00', { waitlist_count: 2 });
  await addClass(7, '2026-10-27', '09:30', { waitlist_count: 1, instructor_id: 9 });

  await addBooking(11, 1, 'ann', { attended: true });
  await addBooking(12, 1, 'bea', { attended: false });
  await addBooking(13, 2, 'cat', { status: 'late_cancelled' });
  await addBooking(14, 2, 'ann');
  await addBooking(15, 3, 'ann');
  await addBooking(16, 3, 'bea', { attended: true });
  await addBooking(17, 6, 'ann');
  await addBooking(18, 6, 'bea');
  await addBooking(19, 6, 'cat');
  await addBooking(20, 6, 'erased');

  const plan = { plan_name: '12 a month', status: 'past_due', lot_id: 'lot' };
  await insert('memberships', { id: 1, user_id: 'ann', ...plan, next_attempt_at: null });
  await insert('memberships', { id: 2, user_id: 'bea', ...plan, next_attempt_at: now });
  await insert('memberships', { id: 3, user_id: 'cat', ...plan, status: 'active' });

  const lot = { member_id: 'ann', pass_name: '5 Class Pass', available: 2 };
  const lastMoment = (day: string) => new Date(toLondonInstant(day, '23:59').getTime() + 59_999);
  await insert('wallet_lots', { lot_id: 'over', ...lot, expires_at: lastMoment('2026-10-25') });
  await insert('wallet_lots', { lot_id: 'sunday', ...lot, expires_at: lastMoment('2026-11-01') });
  await insert('wallet_lots', { lot_id: 'today', ...lot, expires_at: lastMoment(today) });
  await insert('wallet_lots', { lot_id: 'used', ...lot, expires_at: lastMoment(today), available: 0 });
  await insert('wallet_lots', { lot_id: 'later', ...lot, expires_at: lastMoment('2026-11-02') });
});
afterAll(() => database?.drop());

it('finds the next class that is not cancelled', async () => {
  expect(await readNextClass(database.pool, now)).toEqual({
    ...{ classId: 6, level: 'beginner', date: today, time: '18:00', instructorName: 'Marina Hale' },
    ...{ bookedCount: 2, maxCapacity: 7 },
  });
  expect(await readNextClass(database.pool, toLondonInstant('2026-10-28', '12:00'))).toBeUndefined();
});

it('lists members who are booked today and have not been to an earlier class', async () => {
  const rows = await readFirstTimers(database.pool, now);
  expect(rows.map(({ bookingId, memberName, classId }) => [bookingId, memberName, classId])).toEqual([
    [16, 'bea Member', 3],
    [19, 'cat Member', 6],
    [20, null, 6],
  ]);
});

it('counts bookings without a mark in classes that ended within 14 days', async () => {
  const rows = await readUnmarkedClasses(database.pool, now);
  expect(rows.map(({ classId, unmarked }) => [classId, unmarked])).toEqual([
    [3, 1],
    [2, 1],
  ]);
  expect(await readUnmarkedClasses(database.pool, toLondonInstant(today, '11:49'))).toHaveLength(1);
});

it('lists the classes ahead that members wait for, also without an instructor', async () => {
  const rows = await readClassesWaitedFor(database.pool, now);
  expect(rows.map(({ classId, waiting, instructorName }) => [classId, waiting, instructorName])).toEqual([
    [6, 2, 'Marina Hale'],
    [7, 1, ''],
  ]);
});

it('lists the memberships whose card was refused, the next attempt first', async () => {
  const rows = await readUnpaidMemberships(database.pool);
  expect(rows.map(({ memberName }) => memberName)).toEqual(['bea Member', 'ann Member']);
});

it('lists the passes whose last day is today or one of the next six', async () => {
  const rows = await readLapsingLots(database.pool, now);
  expect(rows.map(({ lotId }) => lotId)).toEqual(['today', 'sunday']);
});
