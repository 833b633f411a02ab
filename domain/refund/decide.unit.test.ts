import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import type { Lot } from '../wallet/state.ts';
import {
  computeRefund,
  type RefundOrder,
  requestRefund,
  requestWithdrawal,
  settleRequest,
} from './decide.ts';
import { type RefundState, refundDecider } from './decider.ts';
import type { RefundEvent } from './events.ts';
import { computeUnusedPence, countPassesLost, type Sale } from './sale.ts';

const now = new Date('2026-05-12T09:00:00.000Z');
const at = now.toISOString();

const lotOf = (changes: Partial<Lot> = {}): Lot => ({
  lotId: 'lot-pi_a',
  kind: 'purchase',
  passName: '5 Class Pass',
  granted: 5,
  pricePence: 11_000,
  grantedAt: '2026-05-12T09:00:00.000Z',
  expiresAt: '2026-07-12T22:59:59.999Z',
  closedDays: [],
  paymentIntentId: 'pi_a',
  offer: null,
  available: 5,
  held: 0,
  used: 0,
  forfeited: 0,
  expired: 0,
  revoked: 0,
  demanded: 0,
  recalled: 0,
  demandedBy: 'refund',
  isExtended: false,
  hasPriority: false,
  ...changes,
});

const saleOf = (changes: Partial<Sale> = {}): Sale => ({
  memberId: 'ann',
  receivedPence: 11_000,
  refundedPence: 0,
  disputedPence: 0,
  lot: lotOf(),
  startsAtOnce: true,
  period: null,
  ...changes,
});

const given = (...events: RefundEvent[]): RefundState =>
  events.reduce(refundDecider.evolve, refundDecider.initial);
const of = (requestKey: string) => ({ paymentIntentId: 'pi_a', memberId: 'ann', requestKey });
const requested = (requestKey: string, amountPence: number): RefundEvent => ({
  type: 'RefundRequested',
  data: { ...of(requestKey), mode: 'part', amountPence, at },
});
const made = (requestKey: string, amountPence: number): RefundEvent => ({
  type: 'RefundMade',
  data: { ...of(requestKey), amountPence, refundId: 're_a', at },
});
const request = (given: RefundState, requestKey: string, order: RefundOrder, sale = saleOf()) =>
  requestRefund(given, { paymentIntentId: 'pi_a', requestKey, sale, order, reason: 'Moves away', now });
const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'no refusal';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe('the amount of a refund', () => {
  it.each<[string, RefundOrder, Partial<Sale>, number | string]>([
    ['all of a new payment', { mode: 'whole' }, {}, 11_000],
    ['the rest of one', { mode: 'whole' }, { refundedPence: 4_000 }, 7_000],
    ['a part', { mode: 'part', amountPence: 1 }, {}, 1],
    ['more than there is', { mode: 'part', amountPence: 11_001 }, {}, 'OVER_REFUND'],
    ['more than is left', { mode: 'part', amountPence: 7_001 }, { refundedPence: 4_000 }, 'OVER_REFUND'],
    ['all again', { mode: 'whole' }, { refundedPence: 11_000 }, 'OVER_REFUND'],
    ['of a disputed payment', { mode: 'whole' }, { disputedPence: 11_000 }, 'PAYMENT_DISPUTED'],
    ['three unused passes', { mode: 'unused' }, { lot: lotOf({ available: 3, used: 2 }) }, 6_600],
    ['no unused pass', { mode: 'unused' }, { lot: lotOf({ available: 0, used: 5 }) }, 'NOTHING_UNUSED'],
    [
      'unused passes that have ended',
      { mode: 'unused' },
      { lot: lotOf({ expiresAt: '2026-05-11T22:59:59.999Z' }) },
      'NOTHING_UNUSED',
    ],
    ['without a lot', { mode: 'unused' }, { lot: null }, 'NOTHING_UNUSED'],
    [
      'five unused passes, two of which an earlier refund is about to revoke',
      { mode: 'unused' },
      { refundedPence: 4_400, lot: lotOf() },
      6_600,
    ],
  ])('%s', (_, order, changes, expected) => {
    const compute = () => computeRefund(saleOf(changes), order, now);
    if (typeof expected === 'number') expect(compute()).toBe(expected);
    else expect(codeOf(compute)).toBe(expected);
  });

  it.each([
    ['on its first day', '2026-05-01T09:00:00.000Z', Math.floor((15_000 * 30) / 31)],
    ['in the middle', '2026-05-12T09:00:00.000Z', Math.floor((15_000 * 19) / 31)],
    ['late in the evening, London', '2026-05-12T22:59:00.000Z', Math.floor((15_000 * 19) / 31)],
    ['after midnight, London', '2026-05-12T23:01:00.000Z', Math.floor((15_000 * 18) / 31)],
    ['on its last day', '2026-05-31T09:00:00.000Z', 0],
    ['after it', '2026-06-10T09:00:00.000Z', 0],
  ])('is the days to come of a membership’s period, %s', (_, instant, expected) => {
    const period = {
      start: new Date('2026-05-01T08:00:00.000Z'),
      end: new Date('2026-06-01T08:00:00.000Z'),
    };
    const sale = saleOf({ receivedPence: 15_000, period, lot: lotOf({ granted: 12, available: 12 }) });
    expect(computeUnusedPence(sale, new Date(instant))).toBe(expected);
  });

  it('counts each day once when the clocks change', () => {
    const period = {
      start: new Date('2026-03-15T10:00:00.000Z'),
      end: new Date('2026-04-15T09:00:00.000Z'),
    };
    const sale = saleOf({ receivedPence: 31_00, period });
    expect(computeUnusedPence(sale, new Date('2026-03-28T12:00:00.000Z'))).toBe(1_700);
    expect(computeUnusedPence(sale, new Date('2026-03-29T12:00:00.000Z'))).toBe(1_600);
  });
});

describe('cancelling a purchase within 14 days', () => {
  it.each<[string, Partial<Sale>, number | string]>([
    ['before any class, gives the price back', {}, 11_000],
    [
      'after two classes, one of them cancelled late',
      { lot: lotOf({ available: 3, used: 1, forfeited: 1 }) },
      6_600,
    ],
    ['counts passes that lapsed as unused', { lot: lotOf({ available: 0, used: 1, expired: 4 }) }, 8_800],
    [
      'gives all back, also after classes, when no immediate start was asked for',
      { startsAtOnce: false, lot: lotOf({ available: 3, used: 2 }) },
      11_000,
    ],
    [
      'gives back what an earlier refund left',
      { refundedPence: 2_200, lot: lotOf({ available: 3, used: 1, revoked: 1, recalled: 1, demanded: 1 }) },
      6_600,
    ],
    ['after every class', { lot: lotOf({ available: 0, used: 5 }) }, 'NOTHING_TO_WITHDRAW'],
    ['of a disputed payment', { disputedPence: 11_000 }, 'PAYMENT_DISPUTED'],
  ])('%s', (_, changes, expected) => {
    const compute = () => computeRefund(saleOf(changes), { mode: 'withdrawal' }, now);
    if (typeof expected === 'number') expect(compute()).toBe(expected);
    else expect(codeOf(compute)).toBe(expected);
  });

  const withdraw = (state: RefundState, paidAt: string, at: string) =>
    requestWithdrawal(state, {
      paymentIntentId: 'pi_a',
      memberId: 'ann',
      lotId: 'lot-pi_a',
      paidAt: new Date(paidAt),
      now: new Date(at),
    });

  it.each([
    // Both days of the year on which the clocks change lie within these 14 days.
    ['2026-03-20T10:00:00.000Z', '2026-04-03T22:59:59.999Z', '2026-04-03T23:00:00.000Z'],
    ['2026-10-20T10:00:00.000Z', '2026-11-03T23:59:59.999Z', '2026-11-04T00:00:00.000Z'],
    ['2026-05-01T22:59:00.000Z', '2026-05-15T22:59:59.999Z', '2026-05-15T23:00:00.000Z'],
    ['2026-05-01T23:01:00.000Z', '2026-05-16T22:59:59.999Z', '2026-05-16T23:00:00.000Z'],
  ])('of %s is possible until %s, London', (paidAt, last, after) => {
    expect(withdraw(given(), paidAt, last)).toMatchObject([{ type: 'WithdrawalRequested' }]);
    expect(codeOf(() => withdraw(given(), paidAt, after))).toBe('WITHDRAWAL_OVER');
  });

  it('is begun once, goes on after its days, and keeps other refunds waiting', () => {
    const begun = given(...withdraw(given(), at, at));
    expect(withdraw(begun, at, '2027-01-01T00:00:00.000Z')).toEqual([]);
    expect(codeOf(() => request(begun, 'k1', { mode: 'whole' }))).toBe('REFUND_IN_PROGRESS');
    expect(codeOf(() => withdraw(given(requested('k1', 500)), at, at))).toBe('REFUND_IN_PROGRESS');
    const order = { mode: 'withdrawal' as const };
    const refund = {
      paymentIntentId: 'pi_a',
      requestKey: 'withdrawal',
      sale: saleOf(),
      order,
      reason: null,
      now,
    };
    const open = requestRefund(begun, refund).reduce(refundDecider.evolve, begun);
    expect(open.requests.get('withdrawal')).toMatchObject({ status: 'requested', amountPence: 11_000 });
    expect(requestRefund(open, refund)).toEqual([]);
  });
});

describe('what the member loses', () => {
  it('is every pass that the money pays back, the unused ones immediately', () => {
    const lot = lotOf({ available: 2, used: 2, held: 1 });
    expect(countPassesLost(saleOf({ lot }), 11_000)).toEqual({ taken: 2, inUse: 3 });
    expect(countPassesLost(saleOf({ lot }), 4_400)).toEqual({ taken: 2, inUse: 0 });
    expect(countPassesLost(saleOf({ lot }), 2_199)).toEqual({ taken: 0, inUse: 0 });
  });

  it('is exactly the unused passes when those are refunded, at any price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 900, max: 50_000 }),
        fc.nat(),
        (granted, pricePence, seed) => {
          const available = 1 + (seed % granted);
          const lot = lotOf({ granted, pricePence, available, used: granted - available });
          const sale = saleOf({ receivedPence: pricePence, lot });
          const amountPence = computeUnusedPence(sale, now);
          expect(amountPence).toBeLessThanOrEqual(pricePence);
          expect(countPassesLost(sale, amountPence)).toEqual({ taken: available, inUse: 0 });
        },
      ),
    );
  });
});

describe('requesting a refund', () => {
  it('records the amount, and the reason for the member’s key', () => {
    expect(request(given(), 'k1', { mode: 'whole' })).toEqual([
      { type: 'RefundRequested', data: { ...of('k1'), mode: 'whole', amountPence: 11_000, at } },
      { type: 'RefundReasonGiven', data: { ...of('k1'), personal: { reason: 'Moves away' }, at } },
    ]);
  });

  it('records no reason of an erased member', () => {
    const order = { mode: 'whole' as const };
    const sale = saleOf();
    const events = requestRefund(given(), {
      paymentIntentId: 'pi_a',
      requestKey: 'k1',
      sale,
      order,
      reason: null,
      now,
    });
    expect(events.map(({ type }) => type)).toEqual(['RefundRequested']);
  });

  it('appends nothing for the same request again, made or not', () => {
    const order = { mode: 'part' as const, amountPence: 500 };
    expect(request(given(requested('k1', 500)), 'k1', order)).toEqual([]);
    expect(request(given(requested('k1', 500), made('k1', 500)), 'k1', order)).toEqual([]);
  });

  it('refuses another order with the same key, and another refund meanwhile', () => {
    const open = given(requested('k1', 500));
    expect(codeOf(() => request(open, 'k1', { mode: 'part', amountPence: 600 }))).toBe('REQUEST_KEY_USED');
    expect(codeOf(() => request(open, 'k1', { mode: 'whole' }))).toBe('REQUEST_KEY_USED');
    expect(codeOf(() => request(open, 'k2', { mode: 'whole' }))).toBe('REFUND_IN_PROGRESS');
    expect(request(given(requested('k1', 500), made('k1', 500)), 'k2', { mode: 'whole' })).toHaveLength(2);
  });
});

describe('settling a request', () => {
  const settle = (state: RefundState, outcome: { refundId: string } | { refused: string }) =>
    settleRequest(state, { paymentIntentId: 'pi_a', requestKey: 'k1', outcome, now });

  it('records what Stripe answered, once', () => {
    const open = given(requested('k1', 500));
    expect(settle(open, { refundId: 're_a' })).toEqual([made('k1', 500)]);
    expect(settle(open, { refused: 'charge_disputed' })).toEqual([
      { type: 'RefundRefused', data: { ...of('k1'), amountPence: 500, code: 'charge_disputed', at } },
    ]);
    expect(settle(given(requested('k1', 500), made('k1', 500)), { refundId: 're_a' })).toEqual([]);
    expect(settle(given(), { refundId: 're_a' })).toEqual([]);
  });
});
