import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getClosedDays } from '../closure/closed-days.ts';
import { setClosure } from '../closure/decide.ts';
import { type ClosuresState, closureDecider } from '../closure/decider.ts';
import type { ClosureEvent } from '../closure/events.ts';
import { addDaysToDay, endOfLondonDay, toLondonDay, toLondonInstant } from '../london-time.ts';
import { followClosures } from './decide-closures.ts';
import { walletDecider } from './decider.ts';
import type { LotKind, WalletEvent } from './events.ts';
import type { WalletState } from './state.ts';

const memberId = 'ann';
const lotId = 'lot-pi_a';

const noon = (day: string) => toLondonInstant(day, '12:00');
const granted = (day: string, lastDay: string, kind: LotKind = 'purchase'): WalletEvent => ({
  type: 'LotGranted',
  data: {
    ...{ memberId, lotId, kind, passName: '5 Class Pass', passes: 5, pricePence: 11_000, passId: 5 },
    ...{ expiresAt: endOfLondonDay(lastDay).toISOString(), paymentIntentId: 'pi_a', offer: null },
    at: noon(day).toISOString(),
  },
});
const closed = (from: string, to: string, closureId = 1): ClosureEvent => ({
  type: 'ClosureSet',
  data: { closureId, from, to, reason: 'Works', at: noon('2026-01-01').toISOString() },
});
const lifted = (day: string, closureId = 1): ClosureEvent => ({
  type: 'ClosureLifted',
  data: { closureId, at: noon(day).toISOString() },
});
const closures = (...events: ClosureEvent[]): ClosuresState =>
  events.reduce(closureDecider.evolve, closureDecider.initial);
const wallet = (...events: WalletEvent[]): WalletState =>
  events.reduce(walletDecider.evolve, walletDecider.initial);
const follow = (state: WalletState, all: ClosuresState, day: string): WalletState =>
  followClosures(state, { memberId, closedDays: getClosedDays(all), now: noon(day) }).reduce(
    walletDecider.evolve,
    state,
  );
const lastDay = (state: WalletState) => toLondonDay(new Date(state.lots.get(lotId)?.expiresAt ?? ''));

describe('a lot, with closing days', () => {
  it.each<[string, ClosureEvent[], string]>([
    ['that it lives through gains each of them', [closed('2026-12-24', '2026-12-28')], '2027-01-15'],
    ['of one day', [closed('2026-12-24', '2026-12-24')], '2027-01-11'],
    ['on its last day', [closed('2027-01-10', '2027-01-10')], '2027-01-11'],
    ['after its last day gains nothing', [closed('2027-01-11', '2027-01-20')], '2027-01-10'],
    [
      'that begin on its last day gains those too that it gains by it',
      [closed('2027-01-10', '2027-01-12')],
      '2027-01-13',
    ],
    ['before it was bought gains nothing', [closed('2026-11-01', '2026-11-30')], '2027-01-10'],
    ['around its first day gains from there', [closed('2026-11-28', '2026-12-02')], '2027-01-12'],
    [
      'that overlap counts each day once',
      [closed('2026-12-24', '2026-12-28'), closed('2026-12-26', '2026-12-30', 2)],
      '2027-01-17',
    ],
    [
      'gains only those of the other closure when one was lifted in time',
      [closed('2026-12-24', '2026-12-28'), closed('2026-12-26', '2026-12-30', 2), lifted('2026-12-20')],
      '2027-01-15',
    ],
  ])('%s', (_, events, expected) => {
    const state = wallet(granted('2026-12-01', '2027-01-10'));
    const followed = follow(state, closures(...events), '2026-12-02');
    expect(lastDay(followed)).toBe(expected);
    expect(follow(followed, closures(...events), '2026-12-03')).toEqual(followed);
  });

  it.each([
    ['goes forward', '2026-03-01', '2026-03-28', '2026-03-28', '2026-03-30', '2026-03-31'],
    ['goes back', '2026-10-01', '2026-10-24', '2026-10-24', '2026-10-26', '2026-10-27'],
  ])('lasts to the end of a London day when the clock %s', (_, from, last, first, until, expected) => {
    const followed = follow(wallet(granted(from, last)), closures(closed(first, until)), from);
    expect(followed.lots.get(lotId)?.expiresAt).toBe(endOfLondonDay(expected).toISOString());
  });

  it('keeps what it gained when they are lifted after they began', () => {
    const before = closures(closed('2026-12-24', '2026-12-28'));
    const state = follow(wallet(granted('2026-12-01', '2027-01-10')), before, '2026-12-02');
    const after = closures(closed('2026-12-24', '2026-12-28'), lifted('2026-12-24'));
    expect(lastDay(follow(state, after, '2026-12-25'))).toBe('2027-01-15');
    // Bought after that, it gains nothing for days that were open.
    expect(lastDay(follow(wallet(granted('2026-12-25', '2027-01-10')), after, '2026-12-25'))).toBe(
      '2027-01-10',
    );
  });

  it('of a membership, or that has lapsed, gains nothing', () => {
    const all = closures(closed('2026-12-24', '2026-12-28'));
    for (const [state, day] of [
      [wallet(granted('2026-12-01', '2026-12-31', 'membership')), '2026-12-02'],
      [wallet(granted('2026-12-01', '2026-12-24')), '2026-12-25'],
    ] as const)
      expect(followClosures(state, { memberId, closedDays: getClosedDays(all), now: noon(day) })).toEqual([]);
  });

  it('ends as before when all closing days are lifted before they begin, whatever came between', () => {
    const first = '2026-12-02';
    const span = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(3)), (spans, order) => {
        let all = closureDecider.initial;
        let state = wallet(granted('2026-12-01', '2027-01-05'));
        const passes = state.lots.get(lotId)?.available;
        for (const [start, length] of spans) {
          const from = addDaysToDay(first, start);
          const plan = { from, to: addDaysToDay(from, length), reason: `${start}`, now: noon(first) };
          all = setClosure(all, plan).reduce(closureDecider.evolve, all);
          state = follow(state, all, first);
          expect(lastDay(state) >= '2027-01-05').toBe(true);
        }
        const ids = [...all.closures.keys()];
        for (const id of [...order.map((at) => ids[at % ids.length] ?? 1), ...ids]) {
          all = closureDecider.evolve(all, lifted(first, id));
          state = follow(state, all, first);
        }
        expect(lastDay(state)).toBe('2027-01-05');
        expect(state.lots.get(lotId)?.closedDays).toEqual([]);
        expect(state.lots.get(lotId)?.available).toBe(passes);
      }),
    );
  });

  it('lasts as long whether it is bought before or after they are set', () => {
    const day = '2026-12-02';
    const all = closures(closed('2026-12-24', '2026-12-28'), closed('2027-01-04', '2027-01-08', 2));
    const bought = wallet(granted(day, '2027-01-05'));
    expect(lastDay(follow(bought, all, day))).toBe(
      lastDay(follow(follow(bought, closures(closed('2026-12-24', '2026-12-28')), day), all, '2026-12-20')),
    );
  });
});
