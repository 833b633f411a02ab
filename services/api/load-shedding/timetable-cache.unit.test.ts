import { millisecondsInMinute } from 'date-fns/constants';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { TimetableCache, type TimetableClass } from './timetable-cache.ts';

const day = '2026-05-12';
const next = '2026-05-13';
const at = (minutes: number) =>
  new Date(Date.parse('2026-05-12T09:00:00.000Z') + minutes * millisecondsInMinute);

const scheduled = (id: number, date: string): ScheduledClass => ({
  id,
  name: 'beginner',
  date,
  time: '10:00',
  duration: 50,
  maxCapacity: 7,
  bookedCount: 0,
  availableSpots: 7,
  waitlistCount: 0,
  instructorId: 1,
  instructorName: 'Ann',
  isMarkedFull: false,
  startsAt: `${date}T09:00:00.000Z`,
  bookingOpensAt: `${date}T09:00:00.000Z`,
  priorityBookingOpensAt: `${date}T09:00:00.000Z`,
  freeCancellationUntil: `${date}T09:00:00.000Z`,
});

const unchanging = (id: number, date: string): TimetableClass => ({
  answer: scheduled(id, date),
  validUntil: null,
});
const reloadNone = async () => {
  throw new Error('No class of it changed');
};

const toText = async (answer: ReturnType<TimetableCache['getAnswer']>) => {
  const { start, ending } = await answer;
  return start.toBuffer(ending).toString();
};

/** Each day has a class that stays valid for ten minutes, one for twenty, and one that never changes by time. */
function cacheTenMinutes() {
  const loads: string[] = [];
  const days = new TimetableCache(async (date, now) => {
    loads.push(date);
    const after = (minutes: number) => new Date(now.getTime() + minutes * millisecondsInMinute);
    const classes = [
      { ...unchanging(1, date), validUntil: after(20) },
      { ...unchanging(2, date), validUntil: after(10) },
      unchanging(3, date),
    ];
    return { classes, reload: reloadNone };
  });
  return { days, loads };
}

it('loads a day once for many requests, and answers each with its own time', async () => {
  const { days, loads } = cacheTenMinutes();
  const answers = await Promise.all([0, 1, 2].map((minute) => toText(days.getAnswer(day, at(minute)))));
  const classes = [1, 2, 3].map((id) => scheduled(id, day));
  expect(answers.at(2)).toBe(JSON.stringify({ classes, now: '2026-05-12T09:02:00.000Z' }));
  expect(loads).toHaveLength(1);
});

it('loads a day again once for all requests after a class of it is no longer valid', async () => {
  const { days, loads } = cacheTenMinutes();
  await days.getAnswer(day, at(0));
  await days.getAnswer(day, at(9));
  expect(loads).toHaveLength(1);
  await Promise.all([days.getAnswer(day, at(10)), days.getAnswer(day, at(10)), days.getAnswer(day, at(11))]);
  expect(loads).toHaveLength(2);
  days.invalidate('all');
  await days.getAnswer(day, at(11));
  expect(loads).toHaveLength(3);
});

describe('two cached days', () => {
  let loads: (string | number)[];
  let days: TimetableCache;
  const readBoth = () => Promise.all([days.getAnswer(day, at(0)), days.getAnswer(next, at(0))]);
  /** The days and the single classes that are read again after a change. */
  const getReadsAfter = async (...touched: Parameters<TimetableCache['invalidate']>) => {
    await readBoth();
    loads.length = 0;
    days.invalidate(...touched);
    await readBoth();
    return loads;
  };

  beforeEach(() => {
    loads = [];
    days = new TimetableCache(async (date) => {
      loads.push(date);
      const reload = async (classId: number) => {
        loads.push(classId);
        return { ...unchanging(classId, date), answer: { ...scheduled(classId, date), bookedCount: 1 } };
      };
      return { classes: [unchanging(date === day ? 1 : 2, date)], reload };
    });
  });

  it('reads only the changed class again', async () => {
    expect(await getReadsAfter([{ kind: 'classes', classId: 2 }])).toEqual([2]);
    expect(JSON.parse(await toText(days.getAnswer(next, at(0))))).toMatchObject({
      classes: [{ bookedCount: 1 }],
    });
    expect(await getReadsAfter([{ kind: 'classes', classId: 2 }])).toEqual([2]);
  });

  it('reads nothing again for a change that no timetable shows', async () => {
    expect(
      await getReadsAfter([{ kind: 'member', memberId: 'm', what: 'wallet' }, { kind: 'catalogue' }]),
    ).toEqual([]);
  });

  it('reads both days again for a new class, an unnamed class, and an unspecified change', async () => {
    expect(await getReadsAfter([{ kind: 'classes', classId: 3 }])).toEqual([day, next]);
    expect(await getReadsAfter([{ kind: 'classes', classId: null }])).toEqual([day, next]);
    expect(await getReadsAfter('all')).toEqual([day, next]);
  });
});

it('does not cache a day that changed while it was being read', async () => {
  const reading = Promise.withResolvers<void>();
  let loads = 0;
  const days = new TimetableCache(async (date) => {
    loads += 1;
    await reading.promise;
    return { classes: [unchanging(loads, date)], reload: reloadNone };
  });
  const early = days.getAnswer(day, at(0));
  days.invalidate([{ kind: 'classes', classId: 77 }]);
  reading.resolve();
  await early;
  expect(JSON.parse(await toText(days.getAnswer(day, at(0))))).toMatchObject({ classes: [{ id: 2 }] });
});

it('does not cache a failed read', async () => {
  let fails = true;
  const days = new TimetableCache(async () => {
    if (fails) throw new Error('no connection');
    return { classes: [], reload: reloadNone };
  });
  await expect(days.getAnswer(day, at(0))).rejects.toThrow('no connection');
  fails = false;
  expect(await toText(days.getAnswer(day, at(0)))).toContain('"classes":[]');
});

describe('a class that changes while its day is being read', () => {
  /** One day with classes 1 to 3, whose reloads wait for the test to resolve them. */
  async function cacheWithPendingReloads() {
    const reloads: {
      classId: number;
      resolve: (answer: TimetableClass | null) => void;
      reject: () => void;
    }[] = [];
    let loads = 0;
    const days = new TimetableCache(async (date) => {
      loads += 1;
      const reload = (classId: number) => {
        const { promise, resolve, reject } = Promise.withResolvers<TimetableClass | null>();
        reloads.push({ classId, resolve, reject: () => reject(new Error('no connection')) });
        return promise;
      };
      return { classes: [1, 2, 3].map((id) => unchanging(id, date)), reload };
    });
    await days.getAnswer(day, at(0));
    const read = async () => {
      const { classes }: { classes: ScheduledClass[] } = JSON.parse(await toText(days.getAnswer(day, at(0))));
      return classes.map(({ id, bookedCount }) => `${id}: ${bookedCount}`);
    };
    const booked = (id: number, bookedCount: number): TimetableClass => ({
      answer: { ...scheduled(id, day), bookedCount },
      validUntil: null,
    });
    return { days, reloads, read, booked, loads: () => loads };
  }

  it('is shown to the requests after the change, and a second change to the requests after that', async () => {
    const { days, reloads, read, booked } = await cacheWithPendingReloads();
    days.invalidate([{ kind: 'classes', classId: 2 }]);
    const first = read();
    await waitFor(() => reloads.length === 1);
    days.invalidate([{ kind: 'classes', classId: 2 }]);
    const second = read();
    reloads[0]?.resolve(booked(2, 1));
    expect(await first).toEqual(['1: 0', '2: 1', '3: 0']);
    await waitFor(() => reloads.length === 2);
    reloads[1]?.resolve(booked(2, 2));
    expect(await second).toEqual(['1: 0', '2: 2', '3: 0']);
  });

  it('is left out once it no longer takes place', async () => {
    const { days, reloads, read } = await cacheWithPendingReloads();
    days.invalidate([{ kind: 'classes', classId: 2 }]);
    const answer = read();
    await waitFor(() => reloads.length === 1);
    reloads[0]?.resolve(null);
    expect(await answer).toEqual(['1: 0', '3: 0']);
    expect([...(await days.getWaitlistCounts(day, at(0))).keys()]).toEqual([1, 3]);
  });

  it('causes the whole day to be read again when its own read fails', async () => {
    const { days, reloads, read, loads } = await cacheWithPendingReloads();
    days.invalidate([{ kind: 'classes', classId: 2 }]);
    const answer = read();
    await waitFor(() => reloads.length === 1);
    reloads[0]?.reject();
    await expect(answer).rejects.toThrow('no connection');
    expect(await read()).toEqual(['1: 0', '2: 0', '3: 0']);
    expect(loads()).toBe(2);
  });
});
