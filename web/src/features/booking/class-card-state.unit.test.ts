import { describe, expect, it } from 'vitest';
import { classCardState } from './class-card-state.ts';

const scheduled = {
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
const freeCancellationUntil = scheduled.freeCancellationUntil;
const booked = [{ classId: 5, status: 'confirmed' as const, freeCancellationUntil }];
const at = (instant: string) => Date.parse(instant);
const early = at('2026-05-11T10:00:00Z');

describe('the state of a class card', () => {
  it('is open to a member and asks a visitor to sign in', () => {
    expect(classCardState(scheduled, [], member, early)).toEqual({ kind: 'open', canCancelFreely: true });
    expect(classCardState(scheduled, [], null, early)).toEqual({ kind: 'sign-in', canCancelFreely: true });
  });

  it('counts the free cancellation up to its instant, inclusive', () => {
    const until = at(scheduled.freeCancellationUntil);
    expect(classCardState(scheduled, [], member, until)).toMatchObject({ canCancelFreely: true });
    expect(classCardState(scheduled, [], member, until + 1)).toMatchObject({ canCancelFreely: false });
    expect(classCardState(scheduled, booked, member, until + 1)).toEqual({
      kind: 'booked',
      canCancelFreely: false,
      freeUntil: freeCancellationUntil,
    });
  });

  it("goes by the booking's own rule once the class was moved", () => {
    const own = [{ classId: 5, status: 'confirmed' as const, freeCancellationUntil: scheduled.startsAt }];
    expect(classCardState(scheduled, own, member, at(freeCancellationUntil) + 1)).toEqual({
      kind: 'booked',
      canCancelFreely: true,
      freeUntil: scheduled.startsAt,
    });
  });

  it('is past from its start on, for everyone', () => {
    const start = at(scheduled.startsAt);
    expect(classCardState(scheduled, [], member, start - 1).kind).toBe('open');
    expect(classCardState(scheduled, [], null, start)).toEqual({ kind: 'past', wasBooked: false });
    expect(classCardState(scheduled, booked, member, start)).toEqual({ kind: 'past', wasBooked: true });
    expect(classCardState({ ...scheduled, availableSpots: 0 }, [], member, start).kind).toBe('past');
  });

  it('is full when no seat is left or the studio says so', () => {
    const full = { kind: 'full', isKept: false };
    const taken = { ...scheduled, bookedCount: 7, availableSpots: 0 };
    expect(classCardState(taken, [], member, early)).toEqual(full);
    expect(classCardState({ ...scheduled, isMarkedFull: true }, [], null, early)).toEqual(full);
    expect(classCardState(taken, [], member, at('2026-05-01T00:00:00Z'))).toEqual(full);
  });

  it('keeps spots for those in line, and shows the one that is offered while it can be taken', () => {
    const kept = { ...scheduled, bookedCount: 6, availableSpots: 0 };
    const until = '2026-05-11T10:30:00Z';
    expect(classCardState(kept, [], member, early)).toEqual({ kind: 'full', isKept: true });
    expect(classCardState(kept, [], member, early, { offer: { until } })).toEqual({
      kind: 'offered',
      until,
      canCancelFreely: true,
    });
    expect(classCardState(kept, [], member, at(until), { offer: { until } }).kind).toBe('offered');
    expect(classCardState(kept, [], member, at(until) + 1, { offer: { until } }).kind).toBe('full');
    expect(classCardState(kept, booked, member, early, { offer: { until } }).kind).toBe('booked');
  });

  it("shows one's own booking even in a full class, and only while it stands", () => {
    const full = { ...scheduled, availableSpots: 0 };
    expect(classCardState(full, booked, member, early).kind).toBe('booked');
    expect(
      classCardState(full, [{ classId: 5, status: 'cancelled', freeCancellationUntil }], member, early).kind,
    ).toBe('full');
    expect(
      classCardState(full, [{ classId: 6, status: 'confirmed', freeCancellationUntil }], member, early).kind,
    ).toBe('full');
  });

  it('opens at noon for pass holders and at midnight for memberships', () => {
    const morning = at('2026-05-06T08:00:00Z');
    expect(classCardState(scheduled, [], member, morning)).toEqual({
      kind: 'not-open',
      opensAt: '2026-05-06T11:00:00Z',
    });
    expect(classCardState(scheduled, [], null, morning).kind).toBe('not-open');
    expect(classCardState(scheduled, [], { hasPriority: true }, morning).kind).toBe('open');
    expect(classCardState(scheduled, [], member, at('2026-05-06T11:00:00Z')).kind).toBe('open');
  });
});
