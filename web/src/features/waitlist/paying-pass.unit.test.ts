import { expect, it } from 'vitest';
import { findPayingPass } from './paying-pass.ts';

const pass = (id: string, expiresAt: string, remaining = 2) => ({
  id,
  passName: '5 Class Pass',
  passClasses: 5,
  passPrice: 11000,
  remaining,
  takenBack: 0,
  purchaseDate: '2026-05-01T09:00:00Z',
  expiresAt,
  state: 'active' as const,
  withdrawUntil: null,
  brought: null,
  daysLeft: 9,
});

it('finds the pass that expires first and still covers the class', () => {
  const passes = [
    pass('late', '2026-07-01T22:59:59Z'),
    pass('too-early', '2026-05-10T22:59:59Z'),
    pass('used-up', '2026-05-20T22:59:59Z', 0),
    pass('next', '2026-06-01T22:59:59Z'),
  ];
  expect(findPayingPass(passes, '2026-05-12T08:30:00Z')?.id).toBe('next');
  expect(findPayingPass(passes, '2026-08-12T08:30:00Z')).toBeUndefined();
});
