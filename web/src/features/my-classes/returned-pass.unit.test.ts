import { expect, it } from 'vitest';
import { describeCancellation, describeReturn, expiresSoon } from './returned-pass.ts';

const now = Date.parse('2026-05-12T12:00:00Z');
const describe = (passExpiresAt: string) => describeReturn({ passName: '5 Class Pass', passExpiresAt }, now);

it('names the pass and its expiry before a cancellation', () => {
  expect(describe('2026-11-28T23:59:59.999Z')).toBe(
    'Your pass goes back to your 5 Class Pass, to use by Nov 28, 2026.',
  );
  expect(describe('2026-05-20T22:59:59.999Z')).toContain('to use by May 20, 2026');
  expect(describe('2026-05-19T22:59:59.999Z')).toContain('which expires in 7 days, on May 19, 2026.');
  expect(describe('2026-05-13T22:59:59.999Z')).toContain('which expires tomorrow.');
  expect(describe('2026-05-12T22:59:59.999Z')).toContain('which expires today.');
  expect(describe('2026-05-11T22:59:59.999Z')).toBe(
    'Your pass goes back to your 5 Class Pass, but that expired on May 11, 2026, so it cannot be used again.',
  );
});

it('counts a pass as expiring soon in its last week and after its expiry', () => {
  const soon = ['2026-05-11T22:59:59.999Z', '2026-05-19T22:59:59.999Z', '2026-05-20T22:59:59.999Z'];
  expect(soon.map((expiresAt) => expiresSoon(expiresAt, now))).toEqual([true, true, false]);
});

it('describes after a cancellation whether the pass is back, paid back or forfeited', () => {
  const late = 'less than 3 hours away';
  const lot = { passName: 'Single Class', passExpiresAt: '2026-05-13T22:59:59.999Z' };
  expect(
    describeCancellation({ ...lot, refunded: true, passPaidBack: false, refillable: false }, late, now),
  ).toBe('Your pass is back in your Single Class, which expires tomorrow.');
  expect(
    describeCancellation({ ...lot, refunded: true, passPaidBack: true, refillable: false }, late, now),
  ).toContain('was paid back, so');
  expect(
    describeCancellation({ ...lot, refunded: false, passPaidBack: false, refillable: true }, late, now),
  ).toContain('Your pass comes back if someone else takes your place.');
  expect(
    describeCancellation({ ...lot, refunded: false, passPaidBack: false, refillable: false }, late, now),
  ).toContain('It was less than 3 hours away, so your pass did not come back.');
});
