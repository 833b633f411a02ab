import { expect, it } from 'vitest';
import type { RefundedSale } from '#services/contract/admin-refunds.ts';
import { getRefundStatus, listAdvice } from './refund-advice.ts';

const now = Date.parse('2026-05-12T09:00:00.000Z');
const booking = (startsAt: string): RefundedSale['bookings'][number] => ({
  bookingId: 3,
  classId: 8,
  className: 'beginner',
  date: startsAt.slice(0, 10),
  time: '09:30',
  startsAt,
  status: 'confirmed',
  attended: null,
});
const sale: RefundedSale = {
  kind: 'pass',
  paymentIntentId: 'pi_1',
  memberId: 'm',
  memberName: 'Ann',
  memberEmail: 'ann@example.com',
  membership: null,
  passName: '5 Class Pass',
  passClasses: 5,
  pricePence: 11_000,
  refundedPence: 11_000,
  disputedPence: 0,
  takenBack: 5,
  owed: 0,
  changedAt: '2026-05-11T09:00:00.000Z',
  bookings: [],
};

it('advises nothing once all refunded passes are taken back', () => {
  expect(getRefundStatus(sale)).toBe('Settled');
  expect(listAdvice(sale, now)).toEqual(['Nothing to do: the passes have followed the money.']);
});

it('advises on passes in use by whether their classes are past', () => {
  const inUse = { ...sale, takenBack: 4, owed: 1, bookings: [booking('2026-05-14T08:30:00.000Z')] };
  expect(getRefundStatus(inUse)).toBe('Passes in use');
  expect(listAdvice(inUse, now)).toEqual([
    expect.stringContaining('1 pass was paid back but is in use. When its booking'),
    expect.stringContaining('1 booking lies ahead'),
  ]);
  const past = { ...inUse, owed: 2, bookings: [booking('2026-05-10T08:30:00.000Z')] };
  expect(listAdvice(past, now)).toEqual([
    expect.stringContaining('2 passes were paid back but are in use. When their bookings'),
    expect.stringContaining('All classes booked with them are past'),
  ]);
});

it.each([
  ['goes_on', 'The membership itself goes on'],
  ['ending', 'The membership ends with its period'],
  ['ended', 'Nothing to do'],
] as const)('advises on a membership that is %s when one of its months is refunded', (membership, advice) => {
  expect(listAdvice({ ...sale, kind: 'membership', membership }, now)).toEqual([
    expect.stringContaining(advice),
  ]);
});

it('advises to answer a dispute at the payment provider', () => {
  const disputed = { ...sale, refundedPence: 0, disputedPence: 11_000 };
  expect(getRefundStatus(disputed)).toBe('Disputed');
  expect(listAdvice(disputed, now)).toEqual([expect.stringContaining('taken back £110.00')]);
});
