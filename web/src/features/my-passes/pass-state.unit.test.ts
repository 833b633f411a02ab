import { expect, it } from 'vitest';
import type { UserPass } from '#services/contract/wallet.ts';
import { describeState, formatDaysLeft, getLotState, isSpent, sortPasses } from './pass-state.ts';

const lot = (
  id: string,
  expiresAt: string,
  state: UserPass['state'],
  { remaining = 1, takenBack = 0 } = {},
): UserPass => ({
  id,
  expiresAt,
  state,
  passName: '',
  passClasses: 5,
  passPrice: 0,
  remaining,
  takenBack,
  purchaseDate: expiresAt,
  withdrawUntil: null,
  brought: null,
  daysLeft: 1,
});

it('labels the state and the days left of a lot', () => {
  expect(describeState('active').label).toBe('Active');
  expect(describeState('expiring').label).toBe('Expiring Soon');
  expect(describeState('expired').label).toBe('Expired');
  expect(formatDaysLeft({ state: 'expiring', daysLeft: 0 })).toBe('Expires today');
  expect(formatDaysLeft({ state: 'expiring', daysLeft: 1 })).toBe('Expires tomorrow');
  expect(formatDaysLeft({ state: 'expiring', daysLeft: 7 })).toBe('7 days remaining');
  expect(formatDaysLeft({ state: 'expired', daysLeft: -1 })).toBe('Expired');
});

it.each([
  ['active', 0, 0, 'Used up'],
  ['expiring', 0, 0, 'Used up'],
  ['expiring', 0, 2, 'Used up'],
  ['active', 0, 5, 'Taken back'],
  ['active', 1, 4, 'Active'],
  ['expiring', 1, 0, 'Expiring Soon'],
  ['expired', 0, 0, 'Expired'],
] as const)(
  'an %s lot of five with %i left and %i taken back reads "%s"',
  (state, remaining, takenBack, label) => {
    const pass = lot('any', '2026-05-14T00:00:00Z', state, { remaining, takenBack });
    expect(describeState(getLotState(pass)).label).toBe(label);
    expect(isSpent(pass)).toBe(label === 'Used up' || label === 'Taken back');
  },
);

it('sorts usable lots by soonest expiry, then used-up ones, then expired ones', () => {
  const sorted = sortPasses([
    lot('used', '2026-05-13T00:00:00Z', 'expiring', { remaining: 0 }),
    lot('old', '2026-01-01T00:00:00Z', 'expired'),
    lot('later', '2026-09-01T00:00:00Z', 'active'),
    lot('older', '2025-01-01T00:00:00Z', 'expired'),
    lot('soon', '2026-05-14T00:00:00Z', 'expiring'),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['soon', 'later', 'used', 'old', 'older']);
});
