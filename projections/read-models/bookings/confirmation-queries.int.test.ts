import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { formatConfirmationKey, readBookingToConfirm } from './confirmation-queries.ts';
import { readBookingById } from './queries.ts';

const at = '2026-03-02T10:00:00.000Z';
const [plain, cancelled, freed, ofStranger, moved] = [1, 2, 3, 4, 77];
let database: Awaited<ReturnType<typeof startProjectedStudio>>;

beforeAll(async () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder);
  const inOther = { memberId: 'm', lotId: 'lot-m', bookingId: moved, classId: 2, at };
  database = await startProjectedStudio([
    ...history.instructor(1),
    ...history.member('m'),
    ...[1, 2].flatMap((classId) => history.scheduledClass(classId)),
    ...history.booking('m', 1),
    ...history.booking('m', 1, 'cancelled'),
    ...history.booking('m', 2),
    ...history.booking('stranger', 1),
    recorder.record('class-2', {
      type: 'ClassChanged',
      data: {
        classId: 2,
        freesCancellation: true,
        level: 'beginner',
        date: '2026-03-09',
        time: '18:00',
        startsAt: '2026-03-09T18:00:00.000Z',
        durationMinutes: 50,
        capacity: 7,
        instructorId: 1,
        at,
      },
    }),
    recorder.record('wallet-m', {
      type: 'PassMoved',
      data: {
        ...{ memberId: 'm', lotId: 'lot-m', bookingId: plain, classId: 1, at },
        ...{ toBookingId: moved, toClassId: 2 },
        from: 'used',
        classStartsAt: '2026-03-09T18:00:00.000Z',
        source: 'member',
      },
    }),
    recorder.record('class-2', {
      type: 'SeatBooked',
      data: { ...inOther, source: 'member', freeUntil: '2026-03-08T18:00:00.000Z' },
    }),
  ]);
});
afterAll(() => database?.drop());

describe('readBookingToConfirm', () => {
  it('returns the same values as the other queries', async () => {
    for (const id of [plain, cancelled, freed, moved]) {
      const booking = await readBookingById(database.pool, id);
      const { status, classId, className, startsAt, instructorName, passName, freeUntil } = booking ?? {};
      expect(await readBookingToConfirm(database.pool, id)).toMatchObject({
        ...{ id, status, classId, className, startsAt, instructorName, passName, freeUntil },
        ...{ isMemberShown: true, memberName: 'Member m', memberEmail: 'm@example.test' },
      });
    }
    // Its class was moved to another time since, so it can be cancelled until then.
    expect(await readBookingToConfirm(database.pool, freed)).toMatchObject({
      freeUntil: new Date('2026-03-09T18:00:00.000Z'),
    });
    expect(await readBookingToConfirm(database.pool, 999)).toBeUndefined();
  });

  it('returns the booking that the pass was moved from, and whether the member is projected', async () => {
    expect(await readBookingToConfirm(database.pool, plain)).toMatchObject({ movedFromId: null });
    expect(await readBookingToConfirm(database.pool, moved)).toMatchObject({ movedFromId: plain });
    expect(await readBookingToConfirm(database.pool, ofStranger)).toMatchObject({
      isMemberShown: false,
      memberName: null,
    });
  });

  it('returns whether the confirmation was sent', async () => {
    await database.pool.query('INSERT INTO performed_effects (key, kind) VALUES ($1, $2)', [
      formatConfirmationKey(plain),
      'test',
    ]);
    expect(await readBookingToConfirm(database.pool, plain)).toMatchObject({ isConfirmed: true });
    expect(await readBookingToConfirm(database.pool, freed)).toMatchObject({ isConfirmed: false });
  });
});
