import { millisecondsInHour } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { defaultRules } from '../rules/rules.ts';
import { classChanged, classScheduled, memberId, otherId, seatBooked } from '../testing/histories.fixture.ts';
import { assertMovable, assertUndoable, UNDO_MS } from './decide-move.ts';
import { releaseSeat } from './decide-seats.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent } from './events.ts';

const given = (...events: ClassEvent[]) => events.reduce(classDecider.evolve, classDecider.initial);
const booked = [classScheduled(), seatBooked(1)];
/** 24 hours before the class. */
const deadline = new Date('2026-05-15T08:30:00.000Z');
const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const code = (ask: () => void) => {
  try {
    ask();
  } catch (error) {
    return error;
  }
  return undefined;
};
const movable = (events: ClassEvent[], now: Date, who = memberId) =>
  code(() => assertMovable(given(...events), { bookingId: 1, memberId: who, now }));
const cancelledAt = (now: Date, by: 'member' | 'staff' = 'member') => [
  ...booked,
  ...releaseSeat(given(...booked), { bookingId: 1, by, now }, defaultRules),
];
const undoable = (events: ClassEvent[], now: Date) =>
  code(() => assertUndoable(given(...events), { bookingId: 1, memberId, now }));

describe('a booking can be moved', () => {
  it('up to 24 hours before, inclusive', () => {
    expect(movable(booked, deadline)).toBeUndefined();
    expect(movable(booked, later(deadline, 1))).toMatchObject({
      code: 'MOVE_TOO_LATE',
      details: { freeUntil: deadline.toISOString() },
      facts: { rulesVersion: 0 },
    });
  });

  it('until the class starts, once the studio has rescheduled it', () => {
    const moved = [...booked, classChanged({ time: '10:30' }, true)];
    expect(movable(moved, later(deadline, millisecondsInHour))).toBeUndefined();
    expect(movable(moved, new Date('2026-05-16T09:30:00.000Z'))).toMatchObject({ code: 'CLASS_PAST' });
  });

  it('by its own member, while it is not cancelled', () => {
    expect(movable(booked, deadline, otherId)).toMatchObject({ code: 'BOOKING_NOT_FOUND' });
    expect(movable([classScheduled()], deadline)).toMatchObject({ code: 'BOOKING_NOT_FOUND' });
    expect(movable(cancelledAt(deadline), deadline)).toMatchObject({ code: 'ALREADY_CANCELLED' });
  });
});

describe('a cancellation can be undone', () => {
  it.each([deadline, later(deadline, millisecondsInHour)])(
    'for fifteen seconds after a cancellation at %s',
    (at) => {
      expect(undoable(cancelledAt(at), later(at, UNDO_MS))).toBeUndefined();
      expect(undoable(cancelledAt(at), later(at, UNDO_MS + 1))).toMatchObject({ code: 'UNDO_TOO_LATE' });
    },
  );

  it('by the member who cancelled, before the class starts', () => {
    expect(undoable(cancelledAt(deadline, 'staff'), deadline)).toMatchObject({ code: 'UNDO_TOO_LATE' });
    const start = new Date('2026-05-16T08:30:00.000Z');
    expect(undoable(cancelledAt(later(start, -1_000)), start)).toMatchObject({ code: 'CLASS_PAST' });
  });
});
