import { describe, expect, it } from 'vitest';
import { startCheckout } from './decide.ts';
import { checkoutDecider } from './decider.ts';
import type { CheckoutEvent } from './events.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const started = (classId: number, bookingId: number): CheckoutEvent => ({
  type: 'CheckoutStarted',
  data: { memberId: 'ann', classId, bookingId, at: now.toISOString() },
});
const after = (...events: CheckoutEvent[]) => events.reduce(checkoutDecider.evolve, checkoutDecider.initial);
const start = (given: CheckoutEvent[], classId: number, bookingId: number, used: number[] = []) =>
  startCheckout(after(...given), { memberId: 'ann', classId, bookingId, usedBookings: new Set(used), now });

describe('starting a checkout', () => {
  it('is for one class and one booking', () => {
    expect(start([], 7, 1)).toEqual([started(7, 1)]);
  });

  it('goes on for the same class, with the same booking', () => {
    expect(start([started(7, 1)], 7, 2)).toEqual([]);
  });

  it('is another one for another class, and for the first class again after that', () => {
    expect(start([started(7, 1)], 8, 2)).toEqual([started(8, 2)]);
    expect(start([started(7, 1), started(8, 2)], 7, 3)).toEqual([started(7, 3)]);
  });

  it('is another one for the same class once its booking held a pass', () => {
    expect(start([started(7, 1)], 7, 2, [1])).toEqual([started(7, 2)]);
  });
});
