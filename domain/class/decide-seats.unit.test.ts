import { describe, expect, it } from 'vitest';
import type { RefusalCode } from '../refusal.ts';
import { defaultRules, type Rules } from '../rules/rules.ts';
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
import { claimSeat, releaseSeat, type SeatClaim, withdrawSeat } from './decide-seats.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent, ReleaseReason } from './events.ts';

const claim: SeatClaim = {
  bookingId: 1,
  memberId,
  lotId: 'lot-a',
  lotExpiresAt: '2026-07-12T22:59:59.999Z',
  source: 'member',
  hasPriority: false,
  now,
};
const whenClaimedUnder = (rules: Rules, changes: Partial<SeatClaim>, ...history: ClassEvent[]) =>
  given(classDecider, ...history).when((state) => claimSeat(state, { ...claim, ...changes }, rules));
const whenClaimed = (changes: Partial<SeatClaim>, ...history: ClassEvent[]) =>
  whenClaimedUnder(defaultRules, changes, ...history);

const released = (reason: ReleaseReason, returnsPass: boolean, releasedAt = at): ClassEvent => ({
  type: 'SeatReleased',
  data: {
    classId: 7,
    bookingId: 1,
    memberId,
    lotId: 'lot-a',
    reason,
    returnsPass,
    ...(reason === 'late_cancelled' ? { rulesVersion: 0 } : {}),
    at: releasedAt,
  },
});
const markedFull: ClassEvent = { type: 'ClassMarkedFull', data: { classId: 7, at } };

describe('claimSeat', () => {
  it('books a seat with the current cancellation rule', () => {
    whenClaimed({}, classScheduled()).gives(seatBooked(1));
  });

  it('books only the class that the member saw, if the request names it', () => {
    const expected = { date: '2026-05-16', time: '09:30', name: 'beginner' };
    whenClaimed({ expected }, classScheduled()).gives(seatBooked(1));
    const moved = classChanged({ time: '18:00', level: 'advanced' }, true);
    whenClaimed({ expected }, classScheduled(), moved).refuses('CHANGED_SINCE', { about: 'class' });
    whenClaimed({ expected }, classScheduled(), classChanged({ capacity: 3, instructorId: 4 }, false)).gives(
      seatBooked(1),
    );
    const seen = { ...expected, duration: 50, instructorId: 3 };
    whenClaimed({ expected: seen }, classScheduled()).gives(seatBooked(1));
    whenClaimed({ expected: seen }, classScheduled(), classChanged({ capacity: 3 }, false)).gives(
      seatBooked(1),
    );
    for (const change of [{ durationMinutes: 60 }, { instructorId: 4 }])
      whenClaimed({ expected: seen }, classScheduled(), classChanged(change, false)).refuses(
        'CHANGED_SINCE',
        {
          about: 'class',
        },
      );
  });

  it('asks about no class that the member cannot have', () => {
    const expected = { date: '2026-05-16', time: '18:00', name: 'beginner' };
    whenClaimed({ expected }, classScheduled(), markedFull).refuses('CLASS_FULL');
    whenClaimed({ expected }, classScheduled({ capacity: 1 }), seatBooked(5, otherId)).refuses('CLASS_FULL');
  });

  it('appends nothing for a booking that has or had its seat', () => {
    whenClaimed({}, classScheduled(), seatBooked(1)).gives();
    whenClaimed({}, classScheduled(), seatBooked(1), released('cancelled', true)).gives();
  });

  it('appends nothing for a member with a seat by another booking, even in a full class', () => {
    whenClaimed({ bookingId: 9 }, classScheduled({ capacity: 1 }), seatBooked(1)).gives();
  });

  it('books a member again after a cancellation', () => {
    whenClaimed({ bookingId: 9 }, classScheduled(), seatBooked(1), released('cancelled', true)).gives(
      seatBooked(9),
    );
  });

  it('books a seat that was released', () => {
    whenClaimed(
      { bookingId: 9, memberId: otherId },
      classScheduled({ capacity: 1 }),
      seatBooked(1),
      released('cancelled', true),
    ).gives(seatBooked(9, otherId));
  });

  const started = new Date('2026-05-16T08:30:00.000Z');
  const oneSeat = classScheduled({ capacity: 1 });
  const other = { bookingId: 9, memberId: otherId };
  const cancelled: ClassEvent = { type: 'ClassCancelled', data: { classId: 7, at } };

  it.each<[RefusalCode, string, Partial<SeatClaim>, ClassEvent[]]>([
    ['CLASS_NOT_FOUND', 'no such class', {}, []],
    ['CLASS_CANCELLED', 'the studio cancelled', {}, [classScheduled(), cancelled]],
    ['CLASS_PAST', 'at the very start', { now: started }, [classScheduled()]],
    ['CLASS_PAST', 'staff too', { now: started, source: 'staff' }, [classScheduled()]],
    ['CLASS_FULL', 'no seat left', other, [oneSeat, seatBooked(1)]],
    ['CLASS_FULL', 'staff too', { ...other, source: 'staff' }, [oneSeat, seatBooked(1)]],
    [
      'CLASS_FULL',
      'capacity lowered',
      other,
      [classScheduled(), seatBooked(1), classChanged({ capacity: 1 }, false)],
    ],
    ['CLASS_FULL', 'marked full', {}, [classScheduled(), markedFull]],
    ['CLASS_FULL', 'marked full, off the waitlist', { source: 'waitlist' }, [classScheduled(), markedFull]],
    ['NO_PASS', 'moved beyond the lot', { lotExpiresAt: '2026-05-15T22:59:59.999Z' }, [classScheduled()]],
  ])('refuses with %s: %s', (code, _why, changes, history) => {
    whenClaimed(changes, ...history).refuses(code);
  });

  it('allows staff to book a class marked full, and before the window opens', () => {
    whenClaimed({ source: 'staff' }, classScheduled(), markedFull).gives(
      seatBooked(1, memberId, { source: 'staff' }),
    );
    whenClaimed({ source: 'staff', now: new Date('2026-04-01T09:00:00.000Z') }, classScheduled()).gives({
      type: 'SeatBooked',
      data: { ...booked, source: 'staff', at: '2026-04-01T09:00:00.000Z' },
    });
  });
});

const booked = {
  classId: 7,
  bookingId: 1,
  memberId,
  lotId: 'lot-a',
  source: 'member',
  freeUntil: '2026-05-15T08:30:00.000Z',
  rulesVersion: 0,
} as const;

describe('the booking window, for the class of 16 May', () => {
  it.each([
    [false, 12, 7, '2026-05-09T10:59:59.999Z', '2026-05-09T11:00:00.000Z'],
    [false, 0, 7, '2026-05-08T22:59:59.999Z', '2026-05-08T23:00:00.000Z'],
    [false, 24, 7, '2026-05-09T22:59:59.999Z', '2026-05-09T23:00:00.000Z'],
    [true, 12, 7, '2026-05-08T22:59:59.999Z', '2026-05-08T23:00:00.000Z'],
    [false, 12, 1, '2026-05-15T10:59:59.999Z', '2026-05-15T11:00:00.000Z'],
    [true, 12, 60, '2026-03-16T23:59:59.999Z', '2026-03-17T00:00:00.000Z'],
  ])(
    'with priority %s, %i hours and %i days is closed at %s and open at %s',
    (hasPriority, priorityBookingHours, bookingWindowDays, shut, open) => {
      const rules = { ...defaultRules, priorityBookingHours, bookingWindowDays };
      const whenAt = (now: string) =>
        whenClaimedUnder(rules, { hasPriority, now: new Date(now) }, classScheduled());
      const details = { opensAt: open, bookingWindowDays };
      whenAt(shut).refuses('OUTSIDE_BOOKING_WINDOW', details, { rulesVersion: 0 });
      whenAt(open).gives({ type: 'SeatBooked', data: { ...booked, at: open } });
    },
  );
});

describe('a booking keeps the rules that it was made under', () => {
  const strict = { ...defaultRules, version: 4, freeCancellationHours: 48 };

  it('with its deadline and their version', () => {
    whenClaimedUnder(strict, {}, classScheduled()).gives({
      type: 'SeatBooked',
      data: { ...booked, freeUntil: '2026-05-14T08:30:00.000Z', rulesVersion: 4, at },
    });
  });

  it('also after its cancellation is undone', () => {
    const old = { ...defaultRules, version: 3, freeCancellationHours: 12 };
    const first = claimSeat(given(classDecider, classScheduled()).state, claim, old);
    const history = [classScheduled(), ...first, released('cancelled', true)];
    whenClaimedUnder(strict, { bookingId: 2, continues: 1 }, ...history).gives({
      type: 'SeatBooked',
      data: { ...booked, bookingId: 2, freeUntil: '2026-05-15T20:30:00.000Z', rulesVersion: 3, at },
    });
  });

  it('except when its pass comes from another class', () => {
    whenClaimedUnder(strict, { bookingId: 2, continues: 1 }, classScheduled()).gives({
      type: 'SeatBooked',
      data: { ...booked, bookingId: 2, freeUntil: '2026-05-14T08:30:00.000Z', rulesVersion: 4, at },
    });
  });
});

describe('releaseSeat', () => {
  const whenReleased = (by: 'member' | 'staff', when: string, ...history: ClassEvent[]) =>
    given(classDecider, classScheduled(), ...history).when((state) =>
      releaseSeat(state, { bookingId: 1, by, now: new Date(when) }, defaultRules),
    );

  it.each<[string, ReleaseReason, boolean]>([
    ['2026-05-15T08:29:59.000Z', 'cancelled', true],
    ['2026-05-15T08:30:00.000Z', 'cancelled', true],
    ['2026-05-15T08:30:00.001Z', 'late_cancelled', false],
    ['2026-05-16T08:29:59.999Z', 'late_cancelled', false],
  ])('by the member at %s is %s', (when, reason, returnsPass) => {
    whenReleased('member', when, seatBooked(1)).gives(released(reason, returnsPass, when));
  });

  const bookedLate = '2026-05-16T06:00:00.000Z';
  const whenUndone = (when: string, ...history: ClassEvent[]) =>
    given(classDecider, classScheduled(), ...history).when((state) =>
      releaseSeat(
        state,
        { bookingId: 1, by: 'member', undoesBooking: true, now: new Date(when) },
        defaultRules,
      ),
    );

  it('returns the pass of a booking that is undone within two minutes', () => {
    for (const when of ['2026-05-16T06:00:00.000Z', '2026-05-16T06:02:00.000Z'])
      whenUndone(when, seatBooked(1, memberId, { at: bookedLate })).gives(released('cancelled', true, when));
  });

  it('returns the pass of a booking that is undone while cancelling is free', () => {
    const when = '2026-05-15T08:30:00.000Z';
    whenUndone(when, seatBooked(1)).gives(released('cancelled', true, when));
  });

  it('refuses to undo a booking later, one by staff, and one after a late cancellation that was undone', () => {
    const soon = '2026-05-16T06:01:00.000Z';
    whenUndone('2026-05-16T06:02:00.001Z', seatBooked(1, memberId, { at: bookedLate })).refuses(
      'UNDO_TOO_LATE',
      { of: 'booking' },
    );
    whenUndone(soon, seatBooked(1, memberId, { at: bookedLate, source: 'staff' })).refuses('UNDO_TOO_LATE', {
      of: 'booking',
    });
    const earlier: ClassEvent = {
      type: 'SeatReleased',
      data: {
        classId: 7,
        bookingId: 5,
        memberId,
        lotId: 'lot-a',
        reason: 'late_cancelled',
        returnsPass: false,
        at: bookedLate,
      },
    };
    whenUndone(soon, seatBooked(5), earlier, seatBooked(1, memberId, { at: bookedLate })).refuses(
      'UNDO_TOO_LATE',
      { of: 'booking' },
    );
  });

  it('returns the pass until the start, once the studio has rescheduled the class', () => {
    const late = '2026-05-16T08:20:00.000Z';
    whenReleased('member', late, seatBooked(1), classChanged({ time: '09:45' }, true)).gives(
      released('cancelled', true, late),
    );
  });

  it('forfeits the pass when the class was rescheduled before the booking, or only its instructor changed', () => {
    const late = '2026-05-16T08:20:00.000Z';
    const moved = classChanged({ time: '09:45' }, true);
    const rule = { freeUntil: '2026-05-15T08:45:00.000Z' };
    whenReleased('member', late, moved, seatBooked(1, memberId, rule)).gives(
      released('late_cancelled', false, late),
    );
    whenReleased('member', late, seatBooked(1), classChanged({ instructorId: 4 }, false)).gives(
      released('late_cancelled', false, late),
    );
  });

  it('keeps the rule of the time of booking through other changes of the class', () => {
    const { state } = given(
      classDecider,
      classScheduled(),
      seatBooked(1),
      classChanged({ ...classPlan, capacity: 9 }, false),
    );
    expect(state.seats.get(1)?.freeUntil).toBe('2026-05-15T08:30:00.000Z');
  });

  it('by staff always returns the pass, even after the class', () => {
    for (const when of ['2026-05-16T08:20:00.000Z', '2026-05-18T08:20:00.000Z']) {
      whenReleased('staff', when, seatBooked(1)).gives(released('removed', true, when));
    }
  });

  it('refuses without a seat, a second time, and to members once the class has started', () => {
    whenReleased('member', at).refuses('BOOKING_NOT_FOUND');
    whenReleased('member', at, seatBooked(1), released('cancelled', true)).refuses('ALREADY_CANCELLED');
    whenReleased('member', '2026-05-16T08:30:00.000Z', seatBooked(1)).refuses('CLASS_PAST');
  });
});

describe('withdrawSeat', () => {
  it('releases the seat once', () => {
    const withdraw = (...history: ClassEvent[]) =>
      given(classDecider, classScheduled(), ...history).when((state) =>
        withdrawSeat(state, { bookingId: 1, now }),
      );
    withdraw(seatBooked(1)).gives(released('cancelled', true));
    withdraw(seatBooked(1), released('cancelled', true)).gives();
    withdraw().gives();
  });
});
