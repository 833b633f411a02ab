import { describe, expect, it } from 'vitest';
import type { WaitlistAnswer, WaitlistEvent } from '#services/contract/waitlist.ts';
import { getWaitlistState } from './waitlist-state.ts';

const waitlist: WaitlistAnswer = {
  success: true,
  isOnWaitlist: true,
  waitlistCount: 3,
  position: 2,
  offer: null,
  question: null,
  happenings: [],
};
const full = { kind: 'full', isReserved: false } as const;
const happening = (what: WaitlistEvent['what'], mine: boolean, reason: WaitlistEvent['reason'] = null) => ({
  at: '2026-05-12T09:02:00Z',
  what,
  mine,
  reason,
  rule: null,
});

describe('getWaitlistState', () => {
  it('is cancelled, past, booked, free or offered as the class is, even for a waiting member', () => {
    expect(getWaitlistState(full, waitlist, true)).toEqual({ kind: 'cancelled' });
    expect(getWaitlistState({ kind: 'past', wasBooked: false }, waitlist, false)).toEqual({ kind: 'past' });
    expect(
      getWaitlistState(
        { kind: 'booked', canCancelFreely: true, freeCancellationUntil: '2026-05-12T08:30:00Z' },
        waitlist,
        false,
      ),
    ).toMatchObject({ kind: 'booked' });
    expect(getWaitlistState({ kind: 'open', canCancelFreely: false }, waitlist, false)).toEqual({
      kind: 'free',
    });
    const until = '2026-05-12T13:30:00Z';
    expect(getWaitlistState({ kind: 'offered', until, canCancelFreely: false }, waitlist, false)).toEqual({
      kind: 'offered',
      until,
    });
  });

  it('is waiting, with the last spot that the member missed', () => {
    const waiting = (...happenings: WaitlistEvent[]) =>
      getWaitlistState(full, { ...waitlist, happenings }, false);
    expect(waiting(happening('joined', true))).toEqual({ kind: 'waiting', position: 2, missed: null });
    expect(
      waiting(happening('offered', false), happening('skipped', true, 'no_pass'), happening('joined', true)),
    ).toMatchObject({ missed: { what: 'skipped', reason: 'no_pass' } });
    expect(waiting(happening('lapsed', true), happening('offered', true))).toMatchObject({
      missed: { what: 'lapsed' },
    });
    expect(waiting(happening('skipped', false, 'no_pass'))).toMatchObject({ missed: null });
    expect(
      waiting(
        happening('confirmed', true),
        happening('withdrawn', true, 'marked_full'),
        happening('offered', true),
      ),
    ).toMatchObject({ missed: { what: 'withdrawn', reason: 'marked_full' } });
  });

  it('is asked while the member has not answered whether they want the class at its new time', () => {
    const question = { joinedFor: '2026-05-12T08:30:00Z' };
    const asked = (...happenings: WaitlistEvent[]) =>
      getWaitlistState(full, { ...waitlist, question, happenings }, false);
    const state = { kind: 'asked', position: 2, joinedFor: question.joinedFor };
    expect(asked(happening('asked', true))).toEqual({ ...state, hasLostOffer: false });
    expect(asked(happening('asked', true), happening('withdrawn', true, 'moved'))).toEqual({
      ...state,
      hasLostOffer: true,
    });
    const earlier = { ...happening('withdrawn', true, 'moved'), at: '2026-05-11T09:02:00Z' };
    expect(asked(happening('asked', true), earlier)).toEqual({ ...state, hasLostOffer: false });
  });

  it('is full or not open for a member who is not on the waitlist', () => {
    const notWaiting = { ...waitlist, isOnWaitlist: false, position: null };
    expect(getWaitlistState(full, notWaiting, false)).toEqual({ kind: 'full' });
    const opensAt = '2026-05-12T11:00:00Z';
    expect(getWaitlistState({ kind: 'not-open', opensAt }, notWaiting, false)).toEqual({
      kind: 'not-open',
      opensAt,
    });
    expect(getWaitlistState({ kind: 'not-open', opensAt }, waitlist, false)).toMatchObject({
      kind: 'waiting',
    });
  });
});
