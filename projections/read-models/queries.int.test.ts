import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClassDetails } from '#domain/class/events.ts';
import type { LotKind } from '#domain/wallet/events.ts';
import { startProjectedStudio } from '../testing/projected-studio.fixture.ts';
import { Recorder } from '../testing/recorder.ts';
import { StudioHistory } from '../testing/studio-history.ts';
import { readBookingPassState, readUnfinishedBookings } from './booking-progress/queries.ts';
import { readBookingById, readBookingsOfMember, readClassBookings } from './bookings/queries.ts';
import { readClassPasses } from './catalogue/queries.ts';
import { readInstructorById, readInstructors } from './instructors/queries.ts';
import { readShownUsers, readUserByEmail, readUserById } from './members/queries.ts';
import {
  readClassById,
  readClassesOfDays,
  readClassesToTeach,
  readOverlappingClasses,
} from './schedule/queries.ts';
import { readSettingByKey } from './settings/queries.ts';
import {
  countUsablePasses,
  findNextLotExpiry,
  findNextReminder,
  formatReminderKey,
  readLotsDueToExpire,
  readLotsOfMember,
  readLotsToRemind,
} from './wallet/queries.ts';

const now = new Date('2026-03-02T12:00:00.000Z');
const at = '2026-03-02T10:00:00.000Z';
let database: Awaited<ReturnType<typeof startProjectedStudio>>;

const evening: ClassDetails = {
  level: 'beginner',
  date: '2026-03-09',
  time: '18:00',
  startsAt: '2026-03-09T18:00:00.000Z',
  durationMinutes: 50,
  capacity: 7,
  instructorId: 1,
};

beforeAll(async () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder);
  const granted = (lotId: string, kind: LotKind, passes: number) =>
    recorder.record('wallet-o', {
      type: 'LotGranted',
      data: {
        memberId: 'm',
        lotId,
        kind,
        passName: 'A lot until mid-March',
        passes,
        pricePence: 18_000,
        expiresAt: '2026-03-15T23:59:59.999Z',
        passId: null,
        paymentIntentId: null,
        offer: null,
        at,
      },
    });
  database = await startProjectedStudio([
    ...history.instructor(1),
    ...history.scheduledClass(1),
    ...history.scheduledClass(2),
    ...history.scheduledClass(3, '2026-03-10'),
    ...history.member('m', 10),
    ...history.member('n', 2),
    // Bookings 1 to 4.
    ...history.booking('m', 1),
    ...history.booking('n', 1, 'cancelled'),
    ...history.booking('m', 3),
    ...history.booking('n', 2, 'unfinished'),
    recorder.record('class-1', {
      type: 'ClassChanged',
      data: { classId: 1, freesCancellation: true, ...evening, at },
    }),
    // Booking 5, made after class 1 was moved.
    ...history.booking('n', 1),
    recorder.record('class-2', { type: 'ClassCancelled', data: { classId: 2, at } }),
    granted('trial', 'adjustment', 3),
    granted('month', 'membership', 12),
    ...history.setting('priority_booking_hours', '12'),
  ]);
});
afterAll(() => database?.drop());

test('reads the uncancelled classes of a day, by time, with the instructor', async () => {
  expect(await readClassesOfDays(database.pool, '2026-03-09')).toEqual([
    {
      id: 1,
      name: 'beginner',
      date: '2026-03-09',
      time: '18:00',
      startsAt: new Date('2026-03-09T18:00:00.000Z'),
      duration: 50,
      maxCapacity: 7,
      bookedCount: 2,
      waitlistCount: 0,
      isMarkedFull: false,
      isCancelled: false,
      instructorId: 1,
      instructorName: 'Instructor 1',
      waitlist: [],
      reservations: [],
      isAnnounced: false,
    },
  ]);
  expect(await readClassById(database.pool, 2)).toMatchObject({ isCancelled: true });
  expect(await readClassById(database.pool, 99)).toBeUndefined();
});

test("reads a member's bookings, the latest class first, with class, pass and deadline", async () => {
  const found = await readBookingsOfMember(database.pool, 'm');
  expect(found.map(({ id }) => id)).toEqual([3, 1]);
  expect(found[1]).toMatchObject({
    classId: 1,
    status: 'confirmed',
    passName: '10 Class Pass',
    passExpiresAt: new Date('2026-06-30T22:59:59.999Z'),
    className: 'beginner',
    time: '18:00',
    instructorName: 'Instructor 1',
    passReturned: null,
  });
});

test('a booking from before the class was moved can be cancelled until its start, a later one cannot', async () => {
  const before = await readBookingById(database.pool, 1);
  const after = await readBookingById(database.pool, 5);
  expect(before?.freeUntil).toEqual(new Date('2026-03-09T18:00:00.000Z'));
  expect(after?.freeUntil).toEqual(new Date('2026-03-08T09:00:00.000Z'));
});

test('reads the confirmed bookings of a class with their members', async () => {
  expect(await readClassBookings(database.pool, 1)).toMatchObject([
    { id: 1, userId: 'm', userName: 'Member m', userEmail: 'm@example.test' },
    { id: 5, userId: 'n' },
  ]);
});

test('counts usable passes without expired ones, memberships separately', async () => {
  expect(await countUsablePasses(database.pool, 'm', now)).toEqual({ regular: 11, membership: 12 });
  const summer = new Date('2026-07-01T00:00:00.000Z');
  expect(await countUsablePasses(database.pool, 'm', summer)).toEqual({ regular: 0, membership: 0 });
  expect(await countUsablePasses(database.pool, 'm', new Date('2026-03-15T23:59:59.999Z'))).toMatchObject({
    membership: 12,
  });
  expect(await countUsablePasses(database.pool, 'nobody', now)).toEqual({ regular: 0, membership: 0 });
  // Shown users have the same count, without membership passes.
  const shown = (at: Date) => readShownUsers(database.pool, ['m', 'nobody'], at);
  expect([...(await shown(now)).values()]).toMatchObject([{ id: 'm', usablePasses: 11 }]);
  expect((await shown(summer)).get('m')).toMatchObject({ usablePasses: 0 });
});

test('reads lots, lots due to expire, and the next expiry', async () => {
  expect((await readLotsOfMember(database.pool, 'm')).map(({ lotId }) => lotId).sort()).toEqual([
    'lot-m',
    'month',
    'trial',
  ]);
  expect(await readLotsDueToExpire(database.pool, now)).toEqual([]);
  const april = new Date('2026-04-01T00:00:00.000Z');
  expect(await readLotsDueToExpire(database.pool, april)).toMatchObject([
    { lotId: 'month', memberId: 'm' },
    { lotId: 'trial', memberId: 'm' },
  ]);
  expect(await findNextLotExpiry(database.pool, now)).toEqual(new Date('2026-03-15T23:59:59.999Z'));
});

test('reads lots to remind of, once for each expiry day and until the expiry', async () => {
  // Both were granted at 10:00; lot-m expires on 30 June in summer time, the trial on 15 March. The membership's lot expires then too,
  // but has no reminder.
  const [due, summer] = [new Date('2026-03-08T10:00:00.000Z'), new Date('2026-06-30T22:59:59.999Z')];
  expect(await findNextReminder(database.pool, now)).toEqual(due);
  expect(await readLotsToRemind(database.pool, new Date(due.getTime() - 1))).toEqual([]);
  const [trial, ...others] = await readLotsToRemind(database.pool, due);
  expect([trial, others]).toMatchObject([{ lotId: 'trial', memberId: 'm' }, []]);
  expect(await findNextReminder(database.pool, due)).toEqual(new Date('2026-06-23T09:00:00.000Z'));
  expect(await readLotsToRemind(database.pool, new Date('2026-03-16T00:00:00.000Z'))).toEqual([]);

  // The passes of lot-n are all in use.
  const [key, ...more] = (await readLotsToRemind(database.pool, summer)).map(formatReminderKey);
  expect([key, more]).toEqual(['expiring/lot-m/2026-06-30', []]);
  await database.pool.query(`INSERT INTO performed_effects (key, kind) VALUES ($1, 'test')`, [key]);
  expect(await readLotsToRemind(database.pool, summer)).toEqual([]);
});

test("reads the state of a booking's pass", async () => {
  const passes = [1, 2, 4, 99].map((id) => readBookingPassState(database.pool, id));
  expect(await Promise.all(passes)).toEqual(['used', 'returned', 'held', undefined]);
});

test('reads unfinished bookings, but not finished ones', async () => {
  expect(await readUnfinishedBookings(database.pool, now)).toMatchObject([
    { bookingId: 4, memberId: 'n', classId: 2, pass: 'held', seat: 'none' },
  ]);
  expect(await readUnfinishedBookings(database.pool, new Date('2026-03-02T09:00:00.000Z'))).toEqual([]);
});

test('reads members by id and by address in any letter case', async () => {
  expect(await readUserById(database.pool, 'm')).toMatchObject({ email: 'm@example.test', name: 'Member m' });
  expect(await readUserByEmail(database.pool, 'M@Example.test')).toMatchObject({ id: 'm' });
  expect(await readUserByEmail(database.pool, 'no@example.test')).toBeUndefined();
});

test('reads instructors, settings and the catalogue', async () => {
  expect(await readInstructors(database.pool)).toEqual([
    { id: 1, name: 'Instructor 1', prenatalSuitable: false },
  ]);
  expect(await readInstructorById(database.pool, 9)).toBeUndefined();
  expect((await readClassesToTeach(database.pool, 1, now)).length).toBeGreaterThan(0);
  expect(await readClassesToTeach(database.pool, 1, new Date('2026-04-01'))).toEqual([]);
  expect(await readSettingByKey(database.pool, 'priority_booking_hours')).toMatchObject({ value: '12' });
  expect(await readClassPasses(database.pool)).toEqual([]);
});

test("reads the instructor's classes that overlap a plan", async () => {
  const [taught] = await readClassesToTeach(database.pool, 1, now);
  if (taught === undefined) throw new Error('There is no class');
  const { id, date, time, duration } = taught;
  const later = (minutes: number) => {
    const [hours = 0, clockMinutes = 0] = time.split(':').map(Number);
    const total = hours * 60 + clockMinutes + minutes;
    return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
  };
  const at = async (minutes: number, classId?: number, instructorId = 1) => {
    const plan = { instructorId, date, time: later(minutes), duration, classId };
    return (await readOverlappingClasses(database.pool, plan)).map((row) => row.id);
  };
  expect(await at(0)).toContain(id);
  expect(await at(duration - 1)).toContain(id);
  expect(await at(1 - duration)).toContain(id);
  expect(await at(duration)).not.toContain(id);
  expect(await at(-duration)).not.toContain(id);
  expect(await at(0, id)).not.toContain(id);
  expect(await at(0, undefined, 9)).toEqual([]);
});
