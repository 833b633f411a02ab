import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { defaultRules } from '../rules/rules.ts';
import { claimSeat, releaseSeat, reserveSeat } from './decide-seats.ts';
import { cancelClass, changeClass, markClassFull, scheduleClass } from './decide-timetable.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent } from './events.ts';
import { lapseReservation } from './lapse-reservation.ts';
import { type ClassState, getOpenReservations, getTakenSeats } from './state.ts';

const now = new Date('2026-05-12T09:00:00.000Z');
const plan = { level: 'beginner', date: '2026-05-16', durationMinutes: 50, instructorId: 1 };
type Decide = (state: ClassState) => ClassEvent[];

const capacities = fc.integer({ min: 1, max: 4 });
const bookingIds = fc.integer({ min: 1, max: 12 });
const decisions: fc.Arbitrary<Decide> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(bookingIds, fc.integer({ min: 1, max: 6 }), fc.boolean()).map(
      ([bookingId, member, byStaff]): Decide =>
        (state) =>
          claimSeat(
            state,
            {
              bookingId,
              memberId: `m${member}`,
              lotId: 'l',
              lotExpiresAt: '2026-06-01T22:59:59.999Z',
              source: byStaff ? 'staff' : 'member',
              hasPriority: false,
              now,
            },
            defaultRules,
          ),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(bookingIds, fc.integer({ min: 1, max: 6 }), fc.boolean()).map(
      ([bookingId, member, ends]): Decide =>
        (state) =>
          ends
            ? lapseReservation(state, { bookingId, memberId: `m${member}`, because: 'time', now })
            : reserveSeat(
                state,
                { bookingId, memberId: `m${member}`, hasPriority: false, now },
                defaultRules,
              ),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(bookingIds, fc.constantFrom('member', 'staff')).map(
      ([bookingId, by]): Decide =>
        (state) =>
          releaseSeat(state, { bookingId, by, now }, defaultRules),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(capacities, fc.constantFrom('09:30', '10:00')).map(
      ([capacity, time]): Decide =>
        (state) =>
          changeClass(state, { ...plan, time, capacity, now }),
    ),
  },
  fc.boolean().map(
    (isMarkedFull): Decide =>
      (state) =>
        markClassFull(state, { isMarkedFull, now }),
  ),
  fc.constant<Decide>((state) => cancelClass(state, { now })),
);

describe('a class over random histories', () => {
  it('never exceeds its capacity by a booking, never seats a member twice, and is empty once cancelled', () => {
    fc.assert(
      fc.property(capacities, fc.array(decisions, { maxLength: 50 }), (capacity, history) => {
        let state = classDecider.initial;
        const first: Decide = (current) =>
          scheduleClass(current, { ...plan, time: '09:30', capacity, classId: 1, now });
        for (const decide of [first, ...history]) {
          const before = state;
          try {
            state = decide(state).reduce(classDecider.evolve, state);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
          const taken = getTakenSeats(state);
          expect(state.bookedCount).toBe(taken.length);
          expect(new Set(taken.map(({ memberId }) => memberId)).size).toBe(taken.length);
          // A lower capacity removes no member, whether seated or paying; a booking never exceeds it.
          const reservations = getOpenReservations(state, now);
          const sum = taken.length + reservations.length;
          if (sum > before.bookedCount + getOpenReservations(before, now).length)
            expect(sum).toBeLessThanOrEqual(state.details?.capacity ?? 0);
          expect(new Set(reservations.map(({ memberId }) => memberId)).size).toBe(reservations.length);
          if (taken.length <= before.bookedCount && !state.isCancelled)
            expect(taken.length).toBeGreaterThanOrEqual(before.bookedCount - 1);
          if (state.isCancelled) expect(taken).toHaveLength(0);
        }
      }),
      { numRuns: 300 },
    );
  });
});
