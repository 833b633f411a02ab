import { expect, it } from 'vitest';
import { getPassBalance } from './pass-balance.ts';

it('shows the membership balance while it is active and has passes left, otherwise the regular passes', () => {
  const membership = { label: 'Membership', count: 4, isHighlighted: true };
  expect(getPassBalance(3, { status: 'active', remainingPasses: 4 })).toEqual(membership);
  const regular = { label: 'Passes', count: 3, isHighlighted: false };
  expect(getPassBalance(3, { status: 'active', remainingPasses: 0 })).toEqual(regular);
  expect(getPassBalance(3, { status: 'past_due', remainingPasses: 4 })).toEqual(regular);
  expect(getPassBalance(0, undefined)).toEqual({ label: 'Passes', count: 0, isHighlighted: false });
});
