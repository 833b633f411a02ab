import { expect, it } from 'vitest';
import { passBalance } from './pass-balance.ts';

it('shows the membership while it is active and has passes left, otherwise the regular passes', () => {
  const membership = { label: 'Membership', count: 4, highlighted: true };
  expect(passBalance(3, { status: 'active', remainingPasses: 4 })).toEqual(membership);
  const regular = { label: 'Passes', count: 3, highlighted: false };
  expect(passBalance(3, { status: 'active', remainingPasses: 0 })).toEqual(regular);
  expect(passBalance(3, { status: 'past_due', remainingPasses: 4 })).toEqual(regular);
  expect(passBalance(0, undefined)).toEqual({ label: 'Passes', count: 0, highlighted: false });
});
