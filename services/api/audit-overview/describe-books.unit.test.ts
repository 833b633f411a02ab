import { expect, test } from 'vitest';
import type { LotTotalsRow } from '#projections/read-models/audit-trail/overview-queries.ts';
import { describeFlow, describeLiability, describeMoney, describePasses } from './describe-books.ts';

const lots = (kind: LotTotalsRow['kind'], changes: Partial<LotTotalsRow>): LotTotalsRow => ({
  ...{ kind, lots: 1, pricePence: 0, granted: 0, available: 0, held: 0, used: 0 },
  ...{ forfeited: 0, expired: 0, revoked: 0, unbalancedLots: 0, unusedLots: 0 },
  ...{ unusedPasses: 0, unusedPence: 0 },
  ...changes,
});
const bought = lots('purchase', {
  ...{ lots: 2, pricePence: 22_000, granted: 10, available: 3, held: 1, used: 4, forfeited: 1, expired: 1 },
  ...{ unusedLots: 1, unusedPasses: 4, unusedPence: 8_800 },
});
const given = lots('adjustment', { granted: 3, available: 1, revoked: 2 });

test('sums the places of all lots, and notices a pass that is nowhere', () => {
  expect(describePasses([bought, given])).toEqual({
    passes: { granted: 13, available: 4, held: 1, used: 4, forfeited: 1, expired: 1, revoked: 2 },
    balanced: true,
  });
  expect(describePasses([{ ...bought, used: 3 }]).balanced).toBe(false);
  expect(describePasses([{ ...bought, unbalancedLots: 1 }]).balanced).toBe(false);
  expect(describePasses([])).toMatchObject({ passes: { granted: 0 }, balanced: true });
});

const unmatched = {
  ...{ salesWithoutLot: 0, salesWithoutLotPence: 0, lotsWithoutSale: 0, lotsWithoutSalePence: 0 },
  ...{ lotsOfOtherPrice: 0, lotsOfOtherPricePence: 0 },
};

test('sets money received against lots, refunds and disputes', () => {
  const money = describeMoney(
    [
      { kind: 'pass_sale', entries: 2, pence: 22_000 },
      { kind: 'membership_sale', entries: 1, pence: 18_000 },
      { kind: 'membership_return', entries: 1, pence: -4_000 },
      { kind: 'pass_refund', entries: 2, pence: -3_000 },
      { kind: 'pass_refund_failed', entries: 1, pence: 1_000 },
      { kind: 'pass_dispute', entries: 1, pence: -500 },
    ],
    [bought, given],
    { ...unmatched, salesWithoutLot: 1, salesWithoutLotPence: 18_000 },
  );
  expect(money).toMatchObject({
    ...{ receivedPence: 40_000, refundedPence: 6_000, disputedPence: 500, retainedPence: 33_500 },
    passSales: { count: 2, pence: 22_000 },
    lots: { purchase: { lots: 2, passes: 10, pence: 22_000 }, membership: { lots: 0 } },
    salesWithoutLot: { count: 1, pence: 18_000 },
    matched: true,
  });
});

test.each([{ lotsWithoutSale: 1 }, { lotsOfOtherPrice: 1 }])('does not match with %o', (wrong) => {
  expect(describeMoney([], [bought], { ...unmatched, ...wrong }).matched).toBe(false);
});

test('sums what paid passes are worth that are not used', () => {
  expect(describeLiability([bought, given])).toEqual({ lots: 1, passes: 4, pence: 8_800 });
});

test('derives what members had before the month from what they have now', () => {
  const days = [
    { day: '2026-05-02', granted: 5, used: 3, forfeited: 0, expired: 0, revoked: 0 },
    { day: '2026-05-09', granted: 0, used: -1, forfeited: 1, expired: 2, revoked: 0 },
  ];
  expect(describeFlow('2026-05', days, { available: 6, held: 1 })).toEqual({
    ...{ month: '2026-05', opening: 7, granted: 5, used: 2, forfeited: 1, expired: 2, revoked: 0 },
    ...{ closing: 7, days },
  });
});
