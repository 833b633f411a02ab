import { millisecondsInMinute } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import {
  at,
  classChanged,
  classPlan,
  classScheduled,
  memberId,
  now,
  otherId,
  seatBooked,
} from '../testing/histories.fixture.ts';
import { claimSeat, reserveSeat } from './decide-seats.ts';
import { cancelClass, changeClass } from './decide-timetable.ts';
import { countOpenSpots, getNextWaitlistStep, joinWaitlist } from './decide-waitlist.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent } from './events.ts';
import { lapseReservation } from './lapse-reservation.ts';

const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * millisecondsInMinute);
const until = minutesLater(10).toISOString();
const reserved = (bookingId: number, member = memberId): ClassEvent => ({
  type: 'SeatReserved',
  data: { classId: 7, bookingId, memberId: member, until, rulesVersion: 0, at },
});
const lapsed = (bookingId: number, because: 'time' | 'class_cancelled', lapsedAt: Date): ClassEvent => ({
  type: 'ReservationLapsed',
  data: { classId: 7, bookingId, memberId, because, at: lapsedAt.toISOString() },
});
const joined = (entryId: number, member: string): ClassEvent => ({
  type: 'WaitlistJoined',
  data: { classId: 7, entryId, memberId: member, at },
});

const request = { bookingId: 1, memberId, hasPriority: false, now };
const whenReserved = (changes: Partial<typeof request>, ...history: ClassEvent[]) =>
  given(classDecider, ...history).when((state) =>
    reserveSeat(state, { ...request, ...changes }, defaultRules),
  );
const whenClaimed = (
  { bookingId, member = memberId, at: claimedAt = now }: { bookingId: number; member?: string; at?: Date },
  ...history: ClassEvent[]
) =>
  given(classDecider, ...history).when((state) =>
    claimSeat(
      state,
      {
        bookingId,
        memberId: member,
        lotId: 'lot-a',
        lotExpiresAt: '2026-07-12T22:59:59.999Z',
        source: 'member',
        hasPriority: false,
        now: claimedAt,
      },
      defaultRules,
    ),
  );
const stateAfter = (...events: ClassEvent[]) => events.reduce(classDecider.evolve, classDecider.initial);
const full = classScheduled({ capacity: 1 });

describe('reserveSeat', () => {
  it('keeps a seat for ten minutes, and at most until the class starts', () => {
    whenReserved({}, classScheduled()).gives(reserved(1));
    const late = new Date('2026-05-16T08:25:00.000Z');
    whenReserved({ now: late }, classScheduled()).gives({
      type: 'SeatReserved',
      data: {
        classId: 7,
        bookingId: 1,
        memberId,
        until: '2026-05-16T08:30:00.000Z',
        rulesVersion: 0,
        at: late.toISOString(),
      },
    });
  });

  it('reserves one seat a member, until the same time for another booking of theirs', () => {
    whenReserved({ now: minutesLater(5) }, full, reserved(1)).gives();
    whenReserved({ bookingId: 2, now: minutesLater(5) }, full, reserved(1)).gives({
      type: 'SeatReserved',
      data: { classId: 7, bookingId: 2, memberId, until, rulesVersion: 0, at: minutesLater(5).toISOString() },
    });
  });

  it('is refused for the same reasons as a booking', () => {
    whenReserved({}, full, seatBooked(5, otherId)).refuses('CLASS_FULL');
    whenReserved({}, full, reserved(5, otherId)).refuses('CLASS_FULL', { reservedUntil: until });
    whenReserved({}, classScheduled({ date: '2026-06-30' })).refuses('OUTSIDE_BOOKING_WINDOW');
    const markedFull: ClassEvent = { type: 'ClassMarkedFull', data: { classId: 7, at } };
    whenReserved({}, classScheduled(), markedFull).refuses('CLASS_FULL', { markedFull: true });
    whenReserved({ now: new Date('2026-05-16T08:30:00.000Z') }, classScheduled()).refuses('CLASS_PAST');
    whenReserved({}, classScheduled(), seatBooked(5)).refuses('ALREADY_BOOKED');
  });

  it('is refused while another member waits', () => {
    whenReserved({}, classScheduled(), seatBooked(5, otherId), joined(1, 'bea')).refuses('CLASS_HAS_LINE');
  });

  it('is possible for a member who is alone on the waitlist and was skipped without a pass', () => {
    const skipped: ClassEvent = {
      type: 'WaitlistSkipped',
      data: { classId: 7, entryId: 1, memberId, reason: 'no_pass', at },
    };
    const history = [classScheduled(), seatBooked(5, otherId), joined(1, memberId), skipped];
    whenReserved({}, ...history).gives(reserved(1));
    whenReserved({}, ...history, joined(2, 'bea')).refuses('CLASS_HAS_LINE');
  });
});

describe('a reserved seat', () => {
  it('counts towards the capacity until its time is over', () => {
    whenClaimed({ bookingId: 2, member: otherId }, full, reserved(1)).refuses('CLASS_FULL', {
      reservedUntil: until,
    });
    const state = stateAfter(full, reserved(1));
    expect(countOpenSpots(state, defaultRules, minutesLater(10))).toBe(0);
    expect(countOpenSpots(state, defaultRules, new Date(minutesLater(10).getTime() + 1))).toBe(1);
    const after = { at: minutesLater(11) };
    whenClaimed({ bookingId: 2, member: otherId, ...after }, full, reserved(1)).gives(
      lapsed(1, 'time', after.at),
      seatBooked(2, otherId, { at: after.at.toISOString() }),
    );
  });

  it('is booked by its member, also in a class with fewer places by then, or one that was marked full', () => {
    const shrunk = classChanged({ capacity: 1 }, false);
    given(classDecider, classScheduled(), seatBooked(5, otherId), reserved(1))
      .when((state) => changeClass(state, { ...classPlan, capacity: 1, now }))
      .gives(shrunk);
    const markedFull: ClassEvent = { type: 'ClassMarkedFull', data: { classId: 7, at } };
    const history = [classScheduled(), seatBooked(5, otherId), reserved(1), shrunk, markedFull];
    whenClaimed({ bookingId: 1 }, ...history).gives(seatBooked(1));
    expect(stateAfter(...history, seatBooked(1)).reservations).toEqual([]);
  });

  it('lapses when its time is over, and goes to the first waiting member', () => {
    const later = minutesLater(11);
    const waiting = [full, reserved(1), joined(1, otherId)];
    expect(getNextWaitlistStep(stateAfter(...waiting), defaultRules, now)).toMatchObject({
      kind: 'wait',
      until: new Date(Date.parse(until) + 1),
    });
    expect(getNextWaitlistStep(stateAfter(...waiting), defaultRules, later)).toMatchObject({
      kind: 'free',
      reservation: { bookingId: 1 },
    });
    const freed = stateAfter(...waiting, lapsed(1, 'time', later));
    expect(getNextWaitlistStep(freed, defaultRules, later)).toMatchObject({
      kind: 'book',
      entry: { entryId: 1 },
    });
  });

  it('lapses once, and only for its own booking', () => {
    const end = { bookingId: 1, memberId, because: 'time', now } as const;
    const when = (changes: { bookingId?: number; memberId?: string }, ...history: ClassEvent[]) =>
      given(classDecider, full, reserved(1), ...history).when((state) =>
        lapseReservation(state, { ...end, ...changes }),
      );
    when({}).gives(lapsed(1, 'time', now));
    when({}, lapsed(1, 'time', now)).gives();
    when({ bookingId: 2 }).gives();
    when({ memberId: otherId }).gives();
  });

  it('lapses because of its time once that is over, whatever ends it', () => {
    const later = minutesLater(11);
    const end = { bookingId: 1, memberId, because: 'other_class' } as const;
    given(classDecider, full, reserved(1))
      .when((state) => lapseReservation(state, { ...end, now: later }))
      .gives(lapsed(1, 'time', later));
  });

  it('lapses with the class', () => {
    given(classDecider, classScheduled(), reserved(1))
      .when((state) => cancelClass(state, { now }))
      .gives({ type: 'ClassCancelled', data: { classId: 7, at } }, lapsed(1, 'class_cancelled', now));
  });

  it('lets others join the waiting list of a class that it fills', () => {
    given(classDecider, full, reserved(1))
      .when((state) => joinWaitlist(state, { entryId: 1, memberId: otherId, now }, defaultRules))
      .gives(joined(1, otherId));
  });
});

describe('a reservation whose time is over', () => {
  const late = minutesLater(12);
  const lapsedByTime = lapsed(1, 'time', late);

  it('ends when another member reserves or books the place', () => {
    whenReserved({ bookingId: 2, memberId: otherId, now: late }, full, reserved(1)).gives(lapsedByTime, {
      type: 'SeatReserved',
      data: {
        classId: 7,
        bookingId: 2,
        memberId: otherId,
        until: minutesLater(22).toISOString(),
        rulesVersion: 0,
        at: late.toISOString(),
      },
    });
    const { reservations, bookedCount } = whenClaimed(
      { bookingId: 2, member: otherId, at: late },
      full,
      reserved(1),
    ).gives(lapsedByTime, seatBooked(2, otherId, { at: late.toISOString() }));
    expect({ reservations, bookedCount }).toEqual({ reservations: [], bookedCount: 1 });
  });

  it('does not book a place that another member has taken since, even for a payment that began in time', () => {
    const taken: ClassEvent[] = [full, reserved(1), lapsedByTime, reserved(2, otherId)];
    whenClaimed({ bookingId: 1, at: now }, ...taken).refuses('CLASS_FULL');
    whenClaimed({ bookingId: 1, at: now }, full, reserved(1), lapsedByTime, seatBooked(2, otherId)).refuses(
      'CLASS_FULL',
    );
  });
});
