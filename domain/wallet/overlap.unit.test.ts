import { describe, expect, it } from 'vitest';
import type { ClassDetails } from '../class/events.ts';
import { toLondonInstant } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import { classPlan, lotGranted, now, passHeld, passMove, passSpent } from '../testing/histories.fixture.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { assertNoOverlap, ClassesNeeded, type KnownClass, type OverlapCheck } from './overlap.ts';

const at = (time: string, { date = classPlan.date, durationMinutes = 50 } = {}): ClassDetails => ({
  ...classPlan,
  date,
  time,
  durationMinutes,
  startsAt: toLondonInstant(date, time).toISOString(),
});
const current = (details: ClassDetails | null): KnownClass => ({ details, isCurrent: true });
const cached = (details: ClassDetails | null): KnownClass => ({ details, isCurrent: false });

/** What becomes of a class 8 beside a booking of class 7, which is at 09:30. */
function check(
  details: ClassDetails,
  known: readonly [number, KnownClass][] = [[7, current(at('09:30'))]],
  { more = [], ...changes }: Partial<OverlapCheck> & { more?: WalletEvent[] } = {},
): string {
  const history = [lotGranted(), passHeld(1), passSpent(1), ...more];
  const state = history.reduce(walletDecider.evolve, walletDecider.initial);
  try {
    assertNoOverlap(state, { classId: 8, details, known: new Map(known), now, ...changes });
    return 'allowed';
  } catch (error) {
    if (error instanceof ClassesNeeded) return `needs ${error.classIds}`;
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('another class of the member', () => {
  it.each([
    ['08:40', 50, 'allowed'],
    ['08:41', 50, 'OVERLAPS_BOOKING'],
    ['09:30', 50, 'OVERLAPS_BOOKING'],
    ['10:19', 50, 'OVERLAPS_BOOKING'],
    ['10:20', 50, 'allowed'],
    ['08:00', 90, 'allowed'],
    ['08:00', 91, 'OVERLAPS_BOOKING'],
    ['09:00', 240, 'OVERLAPS_BOOKING'],
  ])(
    'beside a booking from 09:30 to 10:20, one at %s of %i minutes: %s',
    (time, durationMinutes, outcome) => {
      expect(check(at(time, { durationMinutes }))).toBe(outcome);
    },
  );

  it('is named in the refusal, as it is now', () => {
    const moved = at('18:00', { durationMinutes: 80 });
    const state = [lotGranted(), passHeld(1)].reduce(walletDecider.evolve, walletDecider.initial);
    const known = new Map([[7, current(moved)]]);
    expect(() => assertNoOverlap(state, { classId: 8, details: at('19:00'), known, now })).toThrow(
      expect.objectContaining({
        facts: {
          overlaps: {
            classId: 7,
            bookingId: 1,
            name: 'beginner',
            date: '2026-05-16',
            time: '18:00',
            duration: 80,
          },
        },
      }),
    );
  });

  it('does not count once it is cancelled, by the studio or by the member', () => {
    expect(check(at('09:30'), [[7, current(null)]])).toBe('allowed');
    const returned: WalletEvent = { type: 'PassReturned', data: { ...passMove(1), from: 'used' } };
    expect(check(at('09:30'), [], { more: [returned] })).toBe('allowed');
  });

  it('does not count when it is given up for this one, or is the same class', () => {
    expect(check(at('09:30'), undefined, { exceptBookingId: 1 })).toBe('allowed');
    expect(check(at('09:30'), undefined, { classId: 7 })).toBe('allowed');
  });

  it('counts across midnight', () => {
    const late = at('21:30', { durationMinutes: 240 });
    expect(check(at('00:30', { date: '2026-05-17' }), [[7, current(late)]])).toBe('OVERLAPS_BOOKING');
  });
});

describe('what is known of another class', () => {
  it('has to be read when nothing is, or when a cached class is on the same day', () => {
    expect(check(at('18:00'), [])).toBe('needs 7');
    expect(check(at('18:00'), [[7, cached(at('09:30'))]])).toBe('needs 7');
    expect(
      check(at('00:30', { date: '2026-05-17' }), [[7, cached(at('21:30', { durationMinutes: 240 }))]]),
    ).toBe('needs 7');
  });

  it('is enough from the cache for a class of another day, or one that is over for weeks', () => {
    expect(check(at('09:30', { date: '2026-05-17' }), [[7, cached(at('09:30'))]])).toBe('allowed');
    expect(check(at('09:30'), [], { now: new Date('2026-05-31T09:00:00.000Z') })).toBe('allowed');
  });
});
