import { expect, it } from 'vitest';
import type { UserPass } from '../../../../services/contract/wallet.ts';
import { daysLeftText, passState, sortPasses } from './pass-state.ts';

it("uses the spec's words", () => {
  expect(passState('active').label).toBe('Active');
  expect(passState('expiring').label).toBe('Expiring Soon');
  expect(passState('expired').label).toBe('Expired');
  expect(daysLeftText({ state: 'expiring', daysLeft: 0 })).toBe('Expires today');
  expect(daysLeftText({ state: 'expiring', daysLeft: 1 })).toBe('Expires tomorrow');
  expect(daysLeftText({ state: 'expiring', daysLeft: 7 })).toBe('7 days remaining');
  expect(daysLeftText({ state: 'expired', daysLeft: -1 })).toBe('Expired');
});

it('lists what is used next first, then the used-up, and the expired last', () => {
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
