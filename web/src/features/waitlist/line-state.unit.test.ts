import { describe, expect, it } from 'vitest';
import type { WaitlistAnswer, WaitlistHappening } from '../../../../services/contract/waitlist.ts';
import { lineState } from './line-state.ts';

const line: WaitlistAnswer = {
  success: true,
  isOnWaitlist: true,
  waitlistCount: 3,
  position: 2,
  offer: null,
  happenings: [],
};
const full = { kind: 'full', isKept: false } as const;
const happened = (
  what: WaitlistHappening['what'],
  mine: boolean,
  reason: WaitlistHappening['reason'] = null,
) => ({ at: '2026-05-12T09:02:00Z', what, mine, reason });

describe('the state of a place in line', () => {
  it('is what the class lets it be', () => {
    expect(lineState(full, line, true)).toEqual({ kind: 'cancelled' });
    expect(lineState({ kind: 'past', wasBooked: false }, line, false)).toEqual({ kind: 'past' });
    expect(
      lineState({ kind: 'booked', canCancelFreely: true, freeUntil: '2026-05-12T08:30:00Z' }, line, false),
    ).toMatchObject({ kind: 'booked' });
    expect(lineState({ kind: 'open', canCancelFreely: false }, line, false)).toEqual({ kind: 'free' });
    const until = '2026-05-12T13:30:00Z';
    expect(lineState({ kind: 'offered', until, canCancelFreely: false }, line, false)).toEqual({
      kind: 'offered',
      until,
    });
  });

  it('is waiting, with what came of the last turn', () => {
    const waiting = (...happenings: WaitlistHappening[]) => lineState(full, { ...line, happenings }, false);
    expect(waiting(happened('joined', true))).toEqual({ kind: 'waiting', position: 2, missed: null });
    expect(
      waiting(happened('offered', false), happened('skipped', true, 'no_pass'), happened('joined', true)),
    ).toMatchObject({ missed: { what: 'skipped', reason: 'no_pass' } });
    expect(waiting(happened('lapsed', true), happened('offered', true))).toMatchObject({
      missed: { what: 'lapsed' },
    });
    expect(waiting(happened('skipped', false, 'no_pass'))).toMatchObject({ missed: null });
  });

  it('is full or not open for who is not in line', () => {
    const out = { ...line, isOnWaitlist: false, position: null };
    expect(lineState(full, out, false)).toEqual({ kind: 'full' });
    const opensAt = '2026-05-12T11:00:00Z';
    expect(lineState({ kind: 'not-open', opensAt }, out, false)).toEqual({ kind: 'not-open', opensAt });
    expect(lineState({ kind: 'not-open', opensAt }, line, false)).toMatchObject({ kind: 'waiting' });
  });
});
