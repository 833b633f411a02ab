import { expect, it } from 'vitest';
import type { UserPass } from '#services/contract/wallet.ts';
import { describeState, formatDaysLeft, sortPasses } from './pass-state.ts';

it('labels the state and the days left of a lot', () => {
  expect(describeState('active').label).toBe('Active');
  expect(describeState('expiring').label).toBe('Expiring Soon');
  expect(describeState('expired').label).toBe('Expired');
  expect(formatDaysLeft({ state: 'expiring', daysLeft: 0 })).toBe('Expires today');
  expect(formatDaysLeft({ state: 'expiring', daysLeft: 1 })).toBe('Expires tomorrow');
  expect(formatDaysLeft({ state: 'expiring', daysLeft: 7 })).toBe('7 days remaining');
  expect(formatDaysLeft({ state: 'expired', daysLeft: -1 })).toBe('Expired');
});

it('sorts usable lots by soonest expiry, then used-up ones, then expired ones', () => {
  const lot = (id: string, expiresAt: string, state: UserPass['state'], remaining = 1): UserPass => ({
    id,
    expiresAt,
    state,
    passName: '',
    passClasses: 5,
    passPrice: 0,
    remaining,
    takenBack: 0,
    purchaseDate: expiresAt,
    daysLeft: 1,
  });
  const sorted = sortPasses([
    lot('used', '2026-05-13T00:00:00Z', 'expiring', 0),
    lot('old', '2026-01-01T00:00:00Z', 'expired'),
    lot('later', '2026-09-01T00:00:00Z', 'active'),
    lot('older', '2025-01-01T00:00:00Z', 'expired'),
    lot('soon', '2026-05-14T00:00:00Z', 'expiring'),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['soon', 'later', 'used', 'old', 'older']);
});
