import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import {
  type FigureSource,
  getGrants,
  getLotsOfOtherPrice,
  getLotsWithoutSale,
  getMoneyEntries,
  getOwedLots,
  getPassMoves,
  getSalesWithoutLot,
  readFigureRows,
  readFigureTotal,
} from './figure-queries.ts';
import { readFlowOfMonth, readLotTotals, readMoneyTotals, readSaleMatches } from './overview-queries.ts';

const at = '2026-05-31T22:30:00.000Z';
/** Half an hour past midnight of 1 June in London. */
const inJune = '2026-05-31T23:30:00.000Z';
const expiresAt = '2026-08-01T22:59:59.999Z';

const paid = (memberId: string, amountPence: number): StudioEvent => ({
  type: 'PaymentSucceeded',
  data: {
    ...{ paymentIntentId: `pi_${memberId}`, memberId, amountPence },
    ...{ lotId: `lot-${memberId}`, expiresAt, at },
  },
});
const granted = (memberId: string, pricePence = 1_000): StudioEvent => ({
  type: 'LotGranted',
  data: {
    ...{ memberId, lotId: `lot-${memberId}`, kind: 'purchase', passName: '3 passes', passes: 3 },
    ...{ pricePence, expiresAt, passId: 1, paymentIntentId: `pi_${memberId}`, offer: null, at },
  },
});
const move = (memberId: string, bookingId: number) => ({
  ...{ memberId, lotId: `lot-${memberId}`, bookingId, classId: 7, at: inJune },
});
const held = (memberId: string, bookingId: number): StudioEvent => ({
  type: 'PassHeld',
  data: { ...move(memberId, bookingId), classStartsAt: expiresAt, source: 'member' },
});
const spent = (memberId: string, bookingId: number): StudioEvent => ({
  type: 'PassSpent',
  data: move(memberId, bookingId),
});

/** Ann's pass is used, Bea's is held; Cat's payment has no lot yet, Dan's lot no payment, and Eve's another price. */
const history: [stream: string, event: StudioEvent][] = [
  ['payment-pi_ann', paid('ann', 1_000)],
  ['wallet-ann', granted('ann')],
  ['wallet-ann', held('ann', 1)],
  ['wallet-ann', spent('ann', 1)],
  ['payment-pi_bea', paid('bea', 1_000)],
  ['wallet-bea', granted('bea')],
  ['wallet-bea', held('bea', 2)],
  ['payment-pi_cat', paid('cat', 700)],
  ['wallet-dan', granted('dan', 600)],
  ['payment-pi_eve', paid('eve', 1_000)],
  ['wallet-eve', granted('eve', 900)],
];

async function startHistory() {
  const recorder = new Recorder();
  const projected = await startProjectedStudio(
    history.map(([stream, event]) => recorder.record(stream, event)),
  );
  return { ...projected, recorder };
}
let studio: Awaited<ReturnType<typeof startHistory>>;
beforeAll(async () => {
  studio = await startHistory();
});
afterAll(() => studio?.drop());

/** A studio with the same history, to which one test adds events. */
async function startOwnHistory() {
  const own = await startHistory();
  onTestFinished(() => own.drop());
  return own;
}
const readTotal = async (source: FigureSource, { pool } = studio) =>
  (await readFigureTotal(pool, source)).amount;

test('a held pass is one of a booking under way, in the total and in its events', async () => {
  const [lots] = await readLotTotals(studio.pool);
  expect(lots).toMatchObject({ lots: 4, granted: 12, available: 10, held: 1, used: 1, unbalancedLots: 0 });
  const places = [
    ['granted', 12],
    ['available', 10],
    ['held', 1],
    ['used', 1],
    ['expired', 0],
  ] as const;
  for (const [place, passes] of places) {
    expect([place, await readTotal(getPassMoves(place, undefined))]).toEqual([place, passes]);
  }
  const rows = await readFigureRows(studio.pool, getPassMoves('held', undefined), {
    before: undefined,
    limit: 10,
  });
  expect(rows.map(({ stream, revision, amount }) => [stream, revision, amount])).toEqual([
    ['wallet-bea', '1', 1],
    ['wallet-ann', '2', -1],
    ['wallet-ann', '1', 1],
  ]);
});

test('the flow of a month goes by London days', async () => {
  expect(await readFlowOfMonth(studio.pool, '2026-05')).toMatchObject([
    { day: '2026-05-31', granted: 12, used: 0 },
  ]);
  expect(await readFlowOfMonth(studio.pool, '2026-06')).toMatchObject([
    { day: '2026-06-01', granted: 0, used: 1 },
  ]);
  expect(await readTotal(getPassMoves('used', '2026-05'))).toBe(0);
  expect(await readTotal(getPassMoves('used', '2026-06'))).toBe(1);
});

test('sales and lots that do not match are counted, and opened', async () => {
  expect(await readMoneyTotals(studio.pool)).toEqual([{ kind: 'pass_sale', entries: 4, pence: 3_700 }]);
  expect(await readTotal(getMoneyEntries(['pass_sale']))).toBe(3_700);
  expect(await readSaleMatches(studio.pool)).toEqual({
    ...{ salesWithoutLot: 1, salesWithoutLotPence: 700, lotsWithoutSale: 1, lotsWithoutSalePence: 600 },
    ...{ lotsOfOtherPrice: 1, lotsOfOtherPricePence: -100 },
  });
  expect(await readTotal(getSalesWithoutLot())).toBe(700);
  expect(await readTotal(getLotsWithoutSale())).toBe(600);
  expect(await readTotal(getLotsOfOtherPrice())).toBe(-100);
  expect(await readTotal(getGrants('purchase', 'price_pence'))).toBe(3_500);
});

test('the liability values the passes that are left, with the remainder of the price', async () => {
  // 333 + 334 of Ann and 1,000 of Bea, whose held pass is still owed; 600 of Dan, 900 of Eve.
  const [lots] = await readLotTotals(studio.pool);
  expect(lots).toMatchObject({ unusedLots: 4, unusedPasses: 11, unusedPence: 3_167 });
  expect(await readTotal(getOwedLots())).toBe(3_167);
});

test('the events of a member whose records are removed count, and are not opened', async () => {
  const removed: StudioEvent = { type: 'MemberRecordsRemoved', data: { memberId: 'ann', at: inJune } };
  const own = await startOwnHistory();
  await own.project([own.recorder.record('member-ann', removed)]);
  const used = getPassMoves('used', undefined);
  expect(await readTotal(used, own)).toBe(1);
  expect(await readFigureRows(own.pool, used, { before: undefined, limit: 5 })).toMatchObject([
    { amount: 1, stream: null },
  ]);
  expect(await readSaleMatches(own.pool)).toMatchObject({ salesWithoutLot: 1, lotsWithoutSale: 1 });
});

test('a lot with a place of fewer passes than none is not in balance', async () => {
  const own = await startOwnHistory();
  await own.project([own.recorder.record('wallet-dan', spent('dan', 3))]);
  const [lots] = await readLotTotals(own.pool);
  expect(lots).toMatchObject({ granted: 12, held: 0, unbalancedLots: 1 });
});
