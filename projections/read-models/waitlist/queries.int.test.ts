import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimSeat, releaseSeat } from '#domain/class/decide-seats.ts';
import { confirmWaitlistPlace } from '#domain/class/decide-stakes.ts';
import { changeClass, markClassFull, scheduleClass } from '#domain/class/decide-timetable.ts';
import {
  countOpenSpots,
  getNextWaitlistStep,
  getWaitlistPlace,
  joinWaitlist,
  leaveWaitlist,
  recordWaitlistStep,
  skipWaitlistEntry,
} from '#domain/class/decide-waitlist.ts';
import type { ClassEvent } from '#domain/class/events.ts';
import { evolveClass } from '#domain/class/evolve.ts';
import { type ClassState, getTakenSeats, initialClass } from '#domain/class/state.ts';
import { toLondonInstant } from '#domain/london-time.ts';
import { Refusal } from '#domain/refusal.ts';
import { defaultRules } from '#domain/rules/rules.ts';
import type { StudioRecord } from '#projections/definition/projection.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { readBookingsOfMember } from '../bookings/queries.ts';
import { countBookableSpots, readClassById, readClassChange } from '../schedule/queries.ts';
import { findNextWaitlistStep } from '../schedule/waitlist-state.ts';
import { isWaitlistEventShown } from './notice-queries.ts';
import {
  hasOverlappingBooking,
  type ReadModelEntry,
  readBookingsWithoutWaits,
  readOverlappingWaits,
  readWaitlistDues,
  readWaitlistHistory,
  readWaitlistPlaces,
  readWaitlistStatus,
} from './queries.ts';

const date = '2026-05-16';
const startsAt = toLondonInstant(date, '09:30');
const members = ['ann', 'bea', 'cat', 'dan', 'eva'];

/** A seeded random generator of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let last = seed;
  return () => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return last / 4_294_967_296;
  };
}

interface ClassHistory {
  readonly state: ClassState;
  readonly now: Date;
  readonly records: readonly StudioRecord[];
}

/** A class with random commands that its decider accepts, over the days before it. */
function createHistory(classId: number, recorder: Recorder): ClassHistory {
  const random = createRandom(classId * 7_919);
  const pick = <T>(all: readonly T[]): T => {
    const found = all[Math.floor(random() * all.length)];
    if (found === undefined) throw new Error('There is nothing to pick');
    return found;
  };
  let state = initialClass;
  let now = new Date('2026-05-12T09:00:00.000Z');
  let ids = classId * 1_000;
  const plan = { level: 'beginner', date, time: '09:30', durationMinutes: 50, instructorId: 1 };
  const records: StudioRecord[] = [];
  const act = (decide: () => ClassEvent[]) => {
    try {
      for (const event of decide()) {
        records.push(recorder.record(`class-${classId}`, event));
        state = evolveClass(state, event);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  };
  const book = (memberId: string, source: 'member' | 'waitlist') => {
    ids += 1;
    const claim = {
      bookingId: ids,
      lotId: 'lot',
      lotExpiresAt: '2026-07-01T00:00:00.000Z',
      memberId,
      source,
    };
    act(() => claimSeat(state, { ...claim, hasPriority: false, now }, defaultRules));
  };
  const advance = () => {
    const next = getNextWaitlistStep(state, defaultRules, now);
    if (next.kind === 'wait') return;
    const isSkipped = (next.kind === 'book' || next.kind === 'offer') && random() < 0.3;
    if (isSkipped)
      act(() => skipWaitlistEntry(state, { entry: next.entry, reason: 'no_pass', now }, defaultRules));
    else if (next.kind === 'book') book(next.entry.memberId, 'waitlist');
    else act(() => recordWaitlistStep(state, { step: next, now }, defaultRules));
  };
  /** Half of the changes move the class, some of them far. */
  const move = () =>
    random() < 0.5 ? {} : { date: pick([date, '2026-05-17']), time: pick(['09:30', '10:30', '14:00']) };
  act(() => scheduleClass(state, { ...plan, capacity: 1, classId, now }));
  const steps = 10 + Math.floor(random() * 50);
  for (let step = 0; step < steps; step += 1) {
    const what = random();
    const memberId = pick(members);
    ids += 1;
    if (what < 0.3) act(() => joinWaitlist(state, { entryId: ids, memberId, now }, defaultRules));
    else if (what < 0.4) book(memberId, 'member');
    else if (what < 0.5) act(() => leaveWaitlist(state, { memberId, reason: 'left', now }));
    else if (what < 0.6) {
      const seats = getTakenSeats(state);
      if (seats.length > 0)
        act(() => releaseSeat(state, { bookingId: pick(seats).bookingId, by: 'staff', now }, defaultRules));
    } else if (what < 0.65)
      act(() => changeClass(state, { ...plan, ...move(), capacity: 1 + Math.floor(random() * 3), now }));
    else if (what < 0.7) act(() => markClassFull(state, { isMarkedFull: random() < 0.5, now }));
    else if (what < 0.75)
      act(() => confirmWaitlistPlace(state, { memberId, startsAt: state.details?.startsAt ?? date, now }));
    else if (what < 0.92) advance();
    else {
      // Sometimes skips to the last hours, in which most steps happen.
      const last = random() < 0.2 ? startsAt.getTime() - random() * 3 * millisecondsInHour : 0;
      now = new Date(Math.max(last, now.getTime() + random() * 20 * millisecondsInHour));
    }
  }
  return { state, now, records };
}

describe('waiting lists in the read model', () => {
  const count = 250;
  let histories: Map<number, ClassHistory>;
  let database: Awaited<ReturnType<typeof startProjectedStudio>>;
  beforeAll(async () => {
    const recorder = new Recorder();
    histories = new Map(
      Array.from({ length: count }, (_, index) => [index + 1, createHistory(index + 1, recorder)]),
    );
    database = await startProjectedStudio([...histories.values()].flatMap(({ records }) => records));
  });
  afterAll(() => database?.drop());

  it('match the decider: the next step, bookable spots and places', async () => {
    const seen = new Set<string>();
    for (const [classId, { state, now }] of histories) {
      const row = await readClassById(database.pool, classId);
      if (row === undefined) throw new Error(`The class ${classId} is not there`);
      const later = [27, 20, 3, 1.9, 1, 0].map(
        (hours) => new Date(startsAt.getTime() - hours * millisecondsInHour),
      );
      for (const when of [now, ...later.filter((instant) => instant > now)]) {
        const next = getNextWaitlistStep(state, defaultRules, when);
        seen.add(next.kind);
        expect([classId, when, findNextWaitlistStep(row, defaultRules, when)]).toEqual([classId, when, next]);
        const spots = state.isMarkedFull ? 0 : countOpenSpots(state, defaultRules, when);
        expect([classId, when, countBookableSpots(row, defaultRules, when)]).toEqual([classId, when, spots]);
      }
      for (const memberId of members) {
        const status = await readWaitlistStatus(database.pool, { classId, memberId });
        const entry = state.waitlist.find((each) => each.memberId === memberId);
        const offer = state.offers.find((each) => each.memberId === memberId);
        expect([classId, memberId, status]).toEqual([
          classId,
          memberId,
          {
            classId,
            waitlistCount: state.waitlist.length,
            position: getWaitlistPlace(state, memberId),
            offeredUntil: offer ? new Date(offer.until) : null,
            askedJoinedFor: entry?.isAsked ? new Date(state.agreedStarts.get(entry.entryId) ?? '') : null,
          },
        ]);
      }
    }
    expect([...seen].sort()).toEqual(['announce', 'book', 'lapse', 'offer', 'wait']);
  });

  it('have their due step, or when the next one becomes due', async () => {
    const now = new Date('2026-05-14T09:00:00.000Z');
    const found = new Map((await readWaitlistDues(database.pool, now)).map((due) => [due.classId, due]));
    for (const [classId, { state }] of histories) {
      const next = getNextWaitlistStep(state, defaultRules, now);
      const due = found.get(classId);
      if (state.waitlist.length === 0) expect(due).toBeUndefined();
      else if (next.kind === 'wait') expect(due).toMatchObject({ due: null, until: next.until });
      else expect(due?.due).toMatch(new RegExp(`^${next.kind}`));
    }
    expect(await readWaitlistDues(database.pool, toLondonInstant('2026-05-17', '14:00'))).toEqual([]);
  });
});

describe('queries for members', () => {
  const at = '2026-03-02T10:00:00.000Z';
  let database: Awaited<ReturnType<typeof startProjectedStudio>>;
  beforeAll(async () => {
    const recorder = new Recorder();
    const history = new StudioHistory(recorder);
    const changed = (classId: number, time: string, capacity = 7) =>
      recorder.record(`class-${classId}`, {
        type: 'ClassChanged',
        data: {
          classId,
          freesCancellation: true,
          level: 'advanced',
          date: '2026-03-09',
          time,
          startsAt: `2026-03-09T${time}:00.000Z`,
          durationMinutes: 50,
          capacity,
          instructorId: 1,
          at,
        },
      });
    const entry = (classId: number, entryId: number, memberId: string) => ({
      classId,
      entryId,
      memberId,
      at,
    });
    const joined = (classId: number, entryId: number, memberId: string) =>
      recorder.record(`class-${classId}`, {
        type: 'WaitlistJoined',
        data: entry(classId, entryId, memberId),
      });
    const skipped = (classId: number, entryId: number, memberId: string) =>
      recorder.record(`class-${classId}`, {
        type: 'WaitlistSkipped',
        data: { ...entry(classId, entryId, memberId), reason: 'no_pass' },
      });
    const left = (classId: number, entryId: number, memberId: string, reason: 'left' | 'overlap') =>
      recorder.record(`class-${classId}`, {
        type: 'WaitlistLeft',
        data: { ...entry(classId, entryId, memberId), reason },
      });
    const announced = (classId: number, memberIds: string[]) =>
      recorder.record(`class-${classId}`, { type: 'SpotAnnounced', data: { classId, memberIds, at } });
    database = await startProjectedStudio([
      ...history.instructor(1),
      ...history.member('m'),
      // At 9:00, 9:30 and 9:50, 50 minutes each.
      ...[1, 2, 3].flatMap((id) => history.scheduledClass(id)),
      changed(2, '09:30'),
      changed(3, '09:50'),
      ...history.booking('m', 1),
      ...history.booking('n', 3, 'cancelled'),
      joined(2, 1, 'm'),
      joined(3, 2, 'm'),
      joined(3, 3, 'n'),
      skipped(3, 2, 'm'),
      announced(3, ['m', 'n']),
      left(3, 3, 'n', 'overlap'),
      joined(3, 4, 'o'),
    ]);
  });
  afterAll(() => database?.drop());

  it('find overlapping bookings, but not classes that follow each other', async () => {
    const overlaps = (classId: number, memberId = 'm') =>
      hasOverlappingBooking(database.pool, { classId, memberId });
    expect([await overlaps(1), await overlaps(2), await overlaps(3), await overlaps(2, 'n')]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    const readWaits = (memberId: string, since: ReadModelEntry) =>
      readOverlappingWaits(database.pool, memberId, since);
    const [mine] = await readBookingsOfMember(database.pool, 'm');
    const bookingId = mine?.id ?? 0;
    const overlapping = { at: expect.any(Date), pairs: [{ classId: 2, bookedClassId: 1 }] };
    expect(await readWaits('m', { bookingId })).toEqual(overlapping);
    expect(await readWaits('m', { classId: 2, revision: 2 })).toEqual(overlapping);
    expect(await readWaits('n', { bookingId })).toMatchObject({ pairs: [] });
    // Not shown yet, or not what happened to them.
    expect(await readWaits('m', { bookingId: 999 })).toBeUndefined();
    expect(await readWaits('m', { classId: 2, revision: 99 })).toBeUndefined();
    expect(await readWaits('n', { classId: 2, revision: 2 })).toBeUndefined();
  });

  it('find bookings of members who wait for no class', async () => {
    const idsOf = async (memberId: string) =>
      (await readBookingsOfMember(database.pool, memberId)).map(({ id }) => id);
    const [waits, waitsNoMore] = [await idsOf('m'), await idsOf('n')];
    expect(waits).not.toEqual([]);
    expect(waitsNoMore).not.toEqual([]);
    const requested = [...waits, ...waitsNoMore, 999];
    expect(await readBookingsWithoutWaits(database.pool, requested)).toEqual(new Set(waitsNoMore));
  });

  it('return the places of members in the waiting lists of a day', async () => {
    const requested = [
      { memberId: 'o', date: '2026-03-09' },
      { memberId: 'o', date: '2026-03-10' },
      { memberId: 'nobody', date: '2026-03-09' },
      { memberId: 'o', date: '2026-03-09' },
    ];
    const places = await readWaitlistPlaces(database.pool, requested);
    const second = [{ classId: 3, position: 2 }];
    expect(requested.map((of) => places.get(of))).toMatchObject([second, undefined, undefined, second]);
  });

  it("return the history during the wait, without other members' private events", async () => {
    const happened = async (memberId: string) =>
      (await readWaitlistHistory(database.pool, { classId: 3, memberId })).map(
        ({ what, isMine, reason }) => `${isMine ? 'me' : 'another'} ${what}${reason ? ` (${reason})` : ''}`,
      );
    expect(await happened('m')).toEqual([
      'another left (overlap)',
      'me announced',
      'me skipped (no_pass)',
      'me joined',
    ]);
    expect(await happened('n')).toEqual([
      'me left (overlap)',
      'me announced',
      'another skipped (no_pass)',
      'me joined',
    ]);
    expect([await happened('o'), await happened('nobody')]).toEqual([['me joined'], []]);
    const at3 = (revision: number) =>
      isWaitlistEventShown(database.pool, { classId: 3, revision, memberId: 'm' });
    expect([await at3(6), await at3(5)]).toEqual([true, false]);
  });

  it('return a class before and after a change', async () => {
    expect(await readClassChange(database.pool, { classId: 2, revision: 1 })).toMatchObject({
      before: { level: 'beginner', startsAt: new Date('2026-03-09T09:00:00.000Z') },
      now: { level: 'advanced', startsAt: new Date('2026-03-09T09:30:00.000Z') },
    });
    expect(await readClassChange(database.pool, { classId: 2, revision: 9 })).toBeUndefined();
  });
});
