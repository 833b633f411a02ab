import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { defaultRules } from '../rules/rules.ts';
import { claimSeat, releaseSeat, withdrawSeat } from './decide-seats.ts';
import { cancelClass, changeClass, scheduleClass } from './decide-timetable.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent, SeatSource } from './events.ts';
import { type ClassState, findSeatOfMember, getTakenSeats } from './state.ts';

/** Half an hour before the class, when free cancellation is over. */
const now = new Date('2026-05-16T08:00:00.000Z');
const plan = { level: 'beginner', date: '2026-05-16', time: '09:30', durationMinutes: 50, instructorId: 1 };
const on = { ...defaultRules, version: 2, refillsLateCancellations: true };
const off = { ...defaultRules, version: 3 };

/** A class whose decisions are applied one after another. */
class Played {
  state: ClassState;
  readonly events: ClassEvent[] = [];
  #bookings = 0;

  constructor(capacity: number) {
    this.state = classDecider.initial;
    this.apply((state) => scheduleClass(state, { ...plan, capacity, classId: 7, now }));
  }

  apply(decide: (state: ClassState) => ClassEvent[]): this {
    const events = decide(this.state);
    this.events.push(...events);
    this.state = events.reduce(classDecider.evolve, this.state);
    return this;
  }

  books(
    memberId: string,
    { source = 'member' as SeatSource, continues = undefined as number | undefined } = {},
  ) {
    this.#bookings += 1;
    const bookingId = this.#bookings;
    const claim = {
      bookingId,
      memberId,
      lotId: `lot-${memberId}`,
      source,
      hasPriority: true,
      continues,
      now,
    };
    return this.apply((state) =>
      claimSeat(state, { ...claim, lotExpiresAt: '2026-07-01T00:00:00.000Z' }, on),
    );
  }

  #seatOf(memberId: string): number {
    return findSeatOfMember(this.state, memberId)?.bookingId ?? 0;
  }

  cancelsLate(memberId: string, rules = on) {
    return this.apply((state) =>
      releaseSeat(state, { bookingId: this.#seatOf(memberId), by: 'member', now }, rules),
    );
  }

  isRemoved(memberId: string) {
    return this.apply((state) =>
      releaseSeat(state, { bookingId: this.#seatOf(memberId), by: 'staff', now }, on),
    );
  }

  loses(memberId: string, reason: 'moved' | 'cancelled') {
    return this.apply((state) => withdrawSeat(state, { bookingId: this.#seatOf(memberId), reason, now }));
  }

  hasCapacity(capacity: number) {
    return this.apply((state) => changeClass(state, { ...plan, capacity, now }));
  }

  movesTo(time: string) {
    const { capacity } = this.state.details ?? { capacity: 0 };
    return this.apply((state) => changeClass(state, { ...plan, time, capacity, now }));
  }

  isCancelled() {
    return this.apply((state) => cancelClass(state, { now }));
  }

  /** Whose passes come back, each with the member who took the place. */
  get refills(): string[] {
    return this.events.flatMap((event) => {
      if (event.type !== 'LateCancellationRefilled') return [];
      const { memberId, byBookingId } = event.data;
      return [`${memberId} by ${this.state.seats.get(byBookingId)?.memberId}`];
    });
  }
}

const full = () => new Played(2).books('ann').books('bea');

describe('a late cancellation', () => {
  it.each<[string, Played, string[]]>([
    ['is refilled by another member', full().cancelsLate('ann').books('cat'), ['ann by cat']],
    ['is refilled by staff', full().cancelsLate('ann').books('cat', { source: 'staff' }), ['ann by cat']],
    ['is not refilled while nobody books', full().cancelsLate('ann'), []],
    ['is not refilled under a rulebook that does not', full().cancelsLate('ann', off).books('cat'), []],
    [
      'is refilled by the rule when it was lost',
      full().cancelsLate('ann', off).cancelsLate('bea').books('cat').books('dan'),
      ['bea by cat'],
    ],
    ['is not refilled by its own member', full().cancelsLate('ann').books('ann'), []],
    [
      'is not refilled after its own member took the place again',
      full().cancelsLate('ann').books('ann').isRemoved('bea').books('cat'),
      [],
    ],
    [
      'is not refilled when it is undone, though another seat was freed meanwhile',
      full().cancelsLate('ann').isRemoved('bea').books('ann', { continues: 1 }).books('cat'),
      [],
    ],
    [
      'of the same member a second time is refilled once',
      full().cancelsLate('ann').books('ann').cancelsLate('ann').books('cat'),
      ['ann by cat'],
    ],
    [
      'is refilled first if it was first',
      full().cancelsLate('ann').cancelsLate('bea').books('cat').books('dan'),
      ['ann by cat', 'bea by dan'],
    ],
    [
      'no longer counts when its member books again, and that of another still does',
      full().cancelsLate('ann').cancelsLate('bea').books('bea').books('cat'),
      ['ann by cat'],
    ],
    [
      'is not refilled before the number of bookings is what it was',
      new Played(3).books('ann').books('bea').books('cat').cancelsLate('ann').isRemoved('bea').books('dan'),
      [],
    ],
    [
      'is refilled once the number of bookings is what it was',
      new Played(3)
        .books('ann')
        .books('bea')
        .books('cat')
        .cancelsLate('ann')
        .isRemoved('bea')
        .books('dan')
        .books('eve'),
      ['ann by eve'],
    ],
    [
      'is refilled in a class that was not full',
      new Played(9).books('ann').cancelsLate('ann').books('cat'),
      ['ann by cat'],
    ],
    [
      'is refilled once, though a raised capacity lets more people in',
      full().cancelsLate('ann').hasCapacity(4).books('cat').books('dan').books('eve'),
      ['ann by cat'],
    ],
    ['is not refilled by a raised capacity alone', full().cancelsLate('ann').hasCapacity(9), []],
    [
      'from more bookings than places frees none',
      full().hasCapacity(1).cancelsLate('ann').cancelsLate('bea').books('cat'),
      ['bea by cat'],
    ],
    [
      'keeps its refill when the filling booking is cancelled',
      full().cancelsLate('ann').books('cat').isRemoved('cat').books('dan'),
      ['ann by cat'],
    ],
    [
      'of the booking that filled it is refilled in turn',
      full().cancelsLate('ann').books('cat').cancelsLate('cat').books('dan'),
      ['ann by cat', 'cat by dan'],
    ],
    [
      'keeps its refill when the pass of the filling booking moved on',
      full().cancelsLate('ann').books('cat').loses('cat', 'moved').books('dan'),
      ['ann by cat'],
    ],
    [
      'is refilled after the class moved',
      full().cancelsLate('ann').movesTo('11:00').books('cat'),
      ['ann by cat'],
    ],
    ['is not refilled when the class is cancelled', full().cancelsLate('ann').isCancelled(), []],
  ])('%s', (_name, { refills }, expected) => {
    expect(refills).toEqual(expected);
  });

  it('notes the seats that must be taken again, and the rulebook', () => {
    const { events } = full().cancelsLate('bea');
    expect(events.at(-1)).toEqual({
      type: 'SeatReleased',
      data: {
        classId: 7,
        bookingId: 2,
        memberId: 'bea',
        lotId: 'lot-bea',
        reason: 'late_cancelled',
        returnsPass: false,
        refillAt: 2,
        rulesVersion: 2,
        at: now.toISOString(),
      },
    });
  });

  it('is refilled in the append of the seat that takes its place', () => {
    const before = full().cancelsLate('ann');
    const count = before.events.length;
    const added = before.books('cat').events.slice(count);
    expect(added.map(({ type }) => type)).toEqual(['SeatBooked', 'LateCancellationRefilled']);
    expect(added[1]).toMatchObject({
      data: { bookingId: 1, memberId: 'ann', lotId: 'lot-ann', byBookingId: 3 },
    });
  });

  it('is refilled by a member who is booked off the waitlist', () => {
    const early = new Date('2026-05-14T08:00:00.000Z');
    const { state } = full().cancelsLate('ann');
    const waiting = classDecider.evolve(state, {
      type: 'WaitlistJoined',
      data: { classId: 7, entryId: 1, memberId: 'cat', at: early.toISOString() },
    });
    const claim = { bookingId: 9, memberId: 'cat', lotId: 'l', lotExpiresAt: '2026-07-01T00:00:00.000Z' };
    const events = claimSeat(waiting, { ...claim, source: 'waitlist', hasPriority: false, now: early }, on);
    expect(events.map(({ type }) => type)).toEqual([
      'SeatBooked',
      'LateCancellationRefilled',
      'WaitlistLeft',
    ]);
  });
});

type Act = (played: Played) => unknown;
const members = fc.constantFrom('ann', 'bea', 'cat', 'dan', 'eve');
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: members.map(
      (member): Act =>
        (played) =>
          played.books(member, { source: 'staff' }),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(members, fc.boolean()).map(
      ([member, isOn]): Act =>
        (played) =>
          played.cancelsLate(member, isOn ? on : off),
    ),
  },
  {
    weight: 2,
    arbitrary: members.map(
      (member): Act =>
        (played) =>
          played.isRemoved(member),
    ),
  },
  {
    weight: 1,
    arbitrary: members.map(
      (member): Act =>
        (played) =>
          played.loses(member, 'cancelled'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 5 }).map(
      (n): Act =>
        (played) =>
          played.hasCapacity(n),
    ),
  },
);

it('refills each late cancellation at most once, each by one booking of another member, first cancelled first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(acts, { maxLength: 60 }), (capacity, history) => {
      const played = new Played(capacity);
      for (const act of history) {
        try {
          act(played);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        const counts = played.state.refillable.map(({ refillAt }) => refillAt);
        expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => b - a));
        expect(Math.min(Infinity, ...counts)).toBeGreaterThan(getTakenSeats(played.state).length);
      }
      const waiting: number[] = [];
      const memberOf = (id: number) => played.state.seats.get(id)?.memberId;
      const fills = new Set<number>();
      for (const event of played.events) {
        if (event.type === 'SeatReleased' && event.data.refillAt !== undefined)
          waiting.push(event.data.bookingId);
        // A member who books again takes their own place.
        if (event.type === 'SeatBooked') {
          const own = waiting.findIndex((id) => memberOf(id) === event.data.memberId);
          if (own !== -1) waiting.splice(own, 1);
        }
        if (event.type !== 'LateCancellationRefilled') continue;
        const { bookingId, byBookingId, memberId } = event.data;
        expect(waiting.shift()).toBe(bookingId);
        expect(memberOf(byBookingId)).not.toBe(memberId);
        expect(fills.has(byBookingId)).toBe(false);
        fills.add(byBookingId);
      }
    }),
    { numRuns: 500 },
  );
});
