import { expect, it } from 'vitest';
import { getClassCardState } from './class-card-state.ts';

const scheduledClass = {
  id: 5,
  startsAt: '2026-05-13T08:30:00Z',
  maxCapacity: 7,
  bookedCount: 4,
  availableSpots: 3,
  isMarkedFull: false,
  bookingOpensAt: '2026-05-06T11:00:00Z',
  priorityBookingOpensAt: '2026-05-05T23:00:00Z',
  freeCancellationUntil: '2026-05-12T08:30:00Z',
};
const member = {};
const freeCancellationUntil = scheduledClass.freeCancellationUntil;
const booked = [{ classId: 5, status: 'confirmed' as const, freeCancellationUntil }];
const at = (instant: string) => Date.parse(instant);
const early = at('2026-05-11T10:00:00Z');

it('a class is open for a member and asks a visitor to sign in', () => {
  expect(getClassCardState(scheduledClass, [], member, early)).toEqual({
    kind: 'open',
    canCancelFreely: true,
  });
  expect(getClassCardState(scheduledClass, [], null, early)).toEqual({
    kind: 'sign-in',
    canCancelFreely: true,
  });
});

it('a class allows free cancellation up to and including the deadline', () => {
  const until = at(scheduledClass.freeCancellationUntil);
  expect(getClassCardState(scheduledClass, [], member, until)).toMatchObject({ canCancelFreely: true });
  expect(getClassCardState(scheduledClass, [], member, until + 1)).toMatchObject({
    canCancelFreely: false,
  });
  expect(getClassCardState(scheduledClass, booked, member, until + 1)).toEqual({
    kind: 'booked',
    canCancelFreely: false,
    freeCancellationUntil,
  });
});

it("a class uses the booking's own deadline after the class was changed", () => {
  const own = [{ classId: 5, status: 'confirmed' as const, freeCancellationUntil: scheduledClass.startsAt }];
  expect(getClassCardState(scheduledClass, own, member, at(freeCancellationUntil) + 1)).toEqual({
    kind: 'booked',
    canCancelFreely: true,
    freeCancellationUntil: scheduledClass.startsAt,
  });
});

it('a class is past from the start of the class, for members and visitors', () => {
  const start = at(scheduledClass.startsAt);
  expect(getClassCardState(scheduledClass, [], member, start - 1).kind).toBe('open');
  expect(getClassCardState(scheduledClass, [], null, start)).toEqual({ kind: 'past', wasBooked: false });
  expect(getClassCardState(scheduledClass, booked, member, start)).toEqual({
    kind: 'past',
    wasBooked: true,
  });
  expect(getClassCardState({ ...scheduledClass, availableSpots: 0 }, [], member, start).kind).toBe('past');
});

it('a class is full when no seat is left or the studio has marked it full', () => {
  const full = { kind: 'full', isReserved: false };
  const taken = { ...scheduledClass, bookedCount: 7, availableSpots: 0 };
  expect(getClassCardState(taken, [], member, early)).toEqual(full);
  expect(getClassCardState({ ...scheduledClass, isMarkedFull: true }, [], null, early)).toEqual(full);
  expect(getClassCardState(taken, [], member, at('2026-05-01T00:00:00Z'))).toEqual(full);
});

it('a class reserves free spots for the waitlist, and offers one until the offer ends', () => {
  const reserved = { ...scheduledClass, bookedCount: 6, availableSpots: 0 };
  const until = '2026-05-11T10:30:00Z';
  expect(getClassCardState(reserved, [], member, early)).toEqual({ kind: 'full', isReserved: true });
  expect(getClassCardState(reserved, [], member, early, { offer: { until } })).toEqual({
    kind: 'offered',
    until,
    canCancelFreely: true,
  });
  expect(getClassCardState(reserved, [], member, at(until), { offer: { until } }).kind).toBe('offered');
  expect(getClassCardState(reserved, [], member, at(until) + 1, { offer: { until } }).kind).toBe('full');
  expect(getClassCardState(reserved, booked, member, early, { offer: { until } }).kind).toBe('booked');
});

it('a class whose last seat is reserved for the viewer stays open for them', () => {
  const reserved = { ...scheduledClass, bookedCount: 6, availableSpots: 0 };
  expect(getClassCardState(reserved, [], { hasReservation: true }, early).kind).toBe('open');
  expect(getClassCardState(reserved, [], { hasReservation: false }, early).kind).toBe('full');
});

it('a class is booked with a confirmed booking of this class only, even when the class is full', () => {
  const full = { ...scheduledClass, availableSpots: 0 };
  expect(getClassCardState(full, booked, member, early).kind).toBe('booked');
  expect(
    getClassCardState(full, [{ classId: 5, status: 'cancelled', freeCancellationUntil }], member, early).kind,
  ).toBe('full');
  expect(
    getClassCardState(full, [{ classId: 6, status: 'confirmed', freeCancellationUntil }], member, early).kind,
  ).toBe('full');
});

it('a class opens at noon for pass holders and at midnight for members with a membership', () => {
  const morning = at('2026-05-06T08:00:00Z');
  expect(getClassCardState(scheduledClass, [], member, morning)).toEqual({
    kind: 'not-open',
    opensAt: '2026-05-06T11:00:00Z',
  });
  expect(getClassCardState(scheduledClass, [], null, morning).kind).toBe('not-open');
  expect(getClassCardState(scheduledClass, [], { hasPriority: true }, morning).kind).toBe('open');
  expect(getClassCardState(scheduledClass, [], member, at('2026-05-06T11:00:00Z')).kind).toBe('open');
});
