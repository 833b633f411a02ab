import { describe, expect, it } from 'vitest';
import { classCardState } from './class-card-state.ts';

const scheduled = {
  id: 5,
  startsAt: '2026-05-13T08:30:00Z',
  availableSpots: 3,
  isMarkedFull: false,
  waitlistCount: 2,
  bookingOpensAt: '2026-05-06T11:00:00Z',
  priorityBookingOpensAt: '2026-05-05T23:00:00Z',
  freeCancellationUntil: '2026-05-12T08:30:00Z',
};
const member = {};
const booked = [{ classId: 5, status: 'confirmed' as const }];
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
    const full = { kind: 'full', waiting: 2 };
    expect(classCardState({ ...scheduled, availableSpots: 0 }, [], member, early)).toEqual(full);
    expect(classCardState({ ...scheduled, isMarkedFull: true }, [], null, early)).toEqual(full);
    expect(
      classCardState({ ...scheduled, availableSpots: 0 }, [], member, at('2026-05-01T00:00:00Z')),
    ).toEqual(full);
  });

  it("shows one's own booking even in a full class, and only while it stands", () => {
    const full = { ...scheduled, availableSpots: 0 };
    expect(classCardState(full, booked, member, early).kind).toBe('booked');
    expect(classCardState(full, [{ classId: 5, status: 'cancelled' }], member, early).kind).toBe('full');
    expect(classCardState(full, [{ classId: 6, status: 'confirmed' }], member, early).kind).toBe('full');
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
