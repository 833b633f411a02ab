import { beforeEach, describe, expect, it } from 'vitest';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { TimetableCache, type TimetableClass } from './timetable-cache.ts';

const day = '2026-05-12';
const next = '2026-05-13';
const at = (minutes: number) => new Date(Date.parse('2026-05-12T09:00:00.000Z') + minutes * 60_000);

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

const shown = (id: number, date: string): TimetableClass => ({ shown: scheduled(id, date), until: null });
const never = async () => {
  throw new Error('No class of it changed');
};

const textOf = async (answer: ReturnType<TimetableCache['answer']>) => {
  const { start, ending } = await answer;
  return start.plain(ending).toString();
};

/** A day of whose two classes time changes one every ten minutes, the other every twenty. */
function everyTenMinutes() {
  const loads: string[] = [];
  const days = new TimetableCache(async (date, now) => {
    loads.push(date);
    const until = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const classes = [
      { ...shown(1, date), until: until(20) },
      { ...shown(2, date), until: until(10) },
      shown(3, date),
    ];
    return { classes, renew: never };
  });
  return { days, loads };
}

it('asks once for many visitors, and says to each what time it is', async () => {
  const { days, loads } = everyTenMinutes();
  const answers = await Promise.all([0, 1, 2].map((minute) => textOf(days.answer(day, at(minute)))));
  const classes = [1, 2, 3].map((id) => scheduled(id, day));
  expect(answers.at(2)).toBe(JSON.stringify({ classes, now: '2026-05-12T09:02:00.000Z' }));
  expect(loads).toHaveLength(1);
});

it('asks again once time has changed something, once for all who come then', async () => {
  const { days, loads } = everyTenMinutes();
  await days.answer(day, at(0));
  await days.answer(day, at(9));
  expect(loads).toHaveLength(1);
  await Promise.all([days.answer(day, at(10)), days.answer(day, at(10)), days.answer(day, at(11))]);
  expect(loads).toHaveLength(2);
  days.forget('all');
  await days.answer(day, at(11));
  expect(loads).toHaveLength(3);
});

describe('two days that are kept', () => {
  let loads: (string | number)[];
  let days: TimetableCache;
  const look = () => Promise.all([days.answer(day, at(0)), days.answer(next, at(0))]);
  /** Which days, and which classes alone, are read again after something happened. */
  const readAfter = async (...touched: Parameters<TimetableCache['forget']>) => {
    await look();
    loads.length = 0;
    days.forget(...touched);
    await look();
    return loads;
  };

  beforeEach(() => {
    loads = [];
    days = new TimetableCache(async (date) => {
      loads.push(date);
      const renew = async (classId: number) => {
        loads.push(classId);
        return { ...shown(classId, date), shown: { ...scheduled(classId, date), bookedCount: 1 } };
      };
      return { classes: [shown(date === day ? 1 : 2, date)], renew };
    });
  });

  it('a class that is booked is read again, and no other', async () => {
    expect(await readAfter([{ kind: 'classes', classId: 2 }])).toEqual([2]);
    expect(JSON.parse(await textOf(days.answer(next, at(0))))).toMatchObject({
      classes: [{ bookedCount: 1 }],
    });
    expect(await readAfter([{ kind: 'classes', classId: 2 }])).toEqual([2]);
  });

  it('nothing is read again for what no timetable shows', async () => {
    expect(
      await readAfter([{ kind: 'member', memberId: 'm', what: 'wallet' }, { kind: 'catalogue' }]),
    ).toEqual([]);
  });

  it('both are read again for a class that is new, for any class, and when too much happened to tell', async () => {
    expect(await readAfter([{ kind: 'classes', classId: 3 }])).toEqual([day, next]);
    expect(await readAfter([{ kind: 'classes', classId: null }])).toEqual([day, next]);
    expect(await readAfter('all')).toEqual([day, next]);
  });
});

it('what was being read when something happened is not kept', async () => {
  const reading = Promise.withResolvers<void>();
  let loads = 0;
  const days = new TimetableCache(async (date) => {
    loads += 1;
    await reading.promise;
    return { classes: [shown(loads, date)], renew: never };
  });
  const early = days.answer(day, at(0));
  days.forget([{ kind: 'classes', classId: 77 }]);
  reading.resolve();
  await early;
  expect(JSON.parse(await textOf(days.answer(day, at(0))))).toMatchObject({ classes: [{ id: 2 }] });
});

it('what could not be read is asked for again', async () => {
  let fails = true;
  const days = new TimetableCache(async () => {
    if (fails) throw new Error('no connection');
    return { classes: [], renew: never };
  });
  await expect(days.answer(day, at(0))).rejects.toThrow('no connection');
  fails = false;
  expect(await textOf(days.answer(day, at(0)))).toContain('"classes":[]');
});

describe('a class that changes while the day is looked at', () => {
  /** One day with classes 1 to 3, whose renewing waits to be told how the class stands. */
  async function renewing() {
    const renewals: { classId: number; stands: (as: TimetableClass | null) => void; fails: () => void }[] =
      [];
    let loads = 0;
    const days = new TimetableCache(async (date) => {
      loads += 1;
      const renew = (classId: number) => {
        const { promise, resolve, reject } = Promise.withResolvers<TimetableClass | null>();
        renewals.push({ classId, stands: resolve, fails: () => reject(new Error('no connection')) });
        return promise;
      };
      return { classes: [1, 2, 3].map((id) => shown(id, date)), renew };
    });
    await days.answer(day, at(0));
    const look = async () => {
      const { classes }: { classes: ScheduledClass[] } = JSON.parse(await textOf(days.answer(day, at(0))));
      return classes.map(({ id, bookedCount }) => `${id}: ${bookedCount}`);
    };
    const booked = (id: number, bookedCount: number): TimetableClass => ({
      shown: { ...scheduled(id, day), bookedCount },
      until: null,
    });
    return { days, renewals, look, booked, loads: () => loads };
  }

  it('is shown to whoever looks after it, and what changes meanwhile to whoever looks after that', async () => {
    const { days, renewals, look, booked } = await renewing();
    days.forget([{ kind: 'classes', classId: 2 }]);
    const first = look();
    await waitFor(() => renewals.length === 1);
    days.forget([{ kind: 'classes', classId: 2 }]);
    const second = look();
    renewals[0]?.stands(booked(2, 1));
    expect(await first).toEqual(['1: 0', '2: 1', '3: 0']);
    await waitFor(() => renewals.length === 2);
    renewals[1]?.stands(booked(2, 2));
    expect(await second).toEqual(['1: 0', '2: 2', '3: 0']);
  });

  it('is gone once it no longer takes place', async () => {
    const { days, renewals, look } = await renewing();
    days.forget([{ kind: 'classes', classId: 2 }]);
    const looking = look();
    await waitFor(() => renewals.length === 1);
    renewals[0]?.stands(null);
    expect(await looking).toEqual(['1: 0', '3: 0']);
    expect([...(await days.lines(day, at(0))).keys()]).toEqual([1, 3]);
  });

  it('has the whole day read again when it could not be read', async () => {
    const { days, renewals, look, loads } = await renewing();
    days.forget([{ kind: 'classes', classId: 2 }]);
    const looking = look();
    await waitFor(() => renewals.length === 1);
    renewals[0]?.fails();
    await expect(looking).rejects.toThrow('no connection');
    expect(await look()).toEqual(['1: 0', '2: 0', '3: 0']);
    expect(loads()).toBe(2);
  });
});
