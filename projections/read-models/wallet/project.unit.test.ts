import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WalletEvent } from '#domain/wallet/events.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { wallet } from './project.ts';
import { walletLots } from './tables.ts';

const counts = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'];

test("a lot's counts add up to the granted passes", () => {
  const end = fc.constantFrom('confirmed' as const, 'cancelled' as const, 'unfinished' as const);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), end), { maxLength: 30 }), (bookings) => {
      const history = new StudioHistory();
      const events = [...history.member('a', 50), ...history.member('b', 50)];
      for (const [member, how] of bookings) events.push(...history.booking(member, 1, how));
      for (const lot of projectAll(wallet, events).rows(walletLots)) {
        expect(counts.reduce((sum, count) => sum + Number(lot[count]), 0)).toBe(50);
        const own = bookings.filter(([member]) => member === lot.member_id);
        expect(lot.used).toBe(own.filter(([, how]) => how === 'confirmed').length);
        expect(lot.held).toBe(own.filter(([, how]) => how === 'unfinished').length);
      }
    }),
    { numRuns: 50 },
  );
});

const lot = { memberId: 'm', lotId: 'lot-m', at: '2026-03-03T00:00:00.000Z' };

/** A lot of ten passes, valid until the end of June, after these events. */
function lotAfter(...events: WalletEvent[]) {
  const recorder = new Recorder();
  const bought = new StudioHistory(recorder).member('m', 10);
  const later = events.map((event) => recorder.record('wallet-m', event));
  return projectAll(wallet, [...bought, ...later]).only(walletLots);
}

test('shows the extension, expiry and revocation of a lot', () => {
  const expiresAt = '2026-09-01T22:59:59.999Z';
  const staff = { passes: 3, demanded: 0, reason: 'staff' } as const;
  expect(
    lotAfter(
      { type: 'LotExtended', data: { ...lot, expiresAt } },
      { type: 'LotRevoked', data: { ...lot, ...staff } },
      { type: 'LotExpired', data: { ...lot, passes: 7 } },
    ),
  ).toMatchObject({
    granted: 10,
    available: 0,
    revoked: 3,
    demanded: 0,
    recalled: 0,
    expired: 7,
    expires_at: expiresAt,
  });
});

test('stores demanded and recalled passes of refunds, and their restoration', () => {
  const refund: WalletEvent = {
    type: 'LotRevoked',
    data: { ...lot, passes: 4, demanded: 6, reason: 'refund' },
  };
  const restored: WalletEvent = {
    type: 'LotRestored',
    data: { ...lot, passes: 3, demanded: 1, reason: 'refund_failed' },
  };
  expect(lotAfter(refund)).toMatchObject({ available: 6, revoked: 4, demanded: 6, recalled: 4 });
  expect(lotAfter(refund, restored)).toMatchObject({ available: 9, revoked: 1, demanded: 1, recalled: 1 });
});

test('sets the reminder a week before expiry, at the time of day of the purchase or extension', () => {
  // Bought at 10:00 in winter; by then the clocks have gone forward.
  expect(lotAfter()).toMatchObject({ remind_at: '2026-06-23T09:00:00.000Z' });
  const extended = (expiresAt: string): WalletEvent => ({ type: 'LotExtended', data: { ...lot, expiresAt } });
  expect(lotAfter(extended('2026-09-01T22:59:59.999Z'))).toMatchObject({
    remind_at: '2026-08-24T23:00:00.000Z',
  });
  expect(lotAfter(extended('2026-03-04T23:59:59.999Z'))).toMatchObject({ remind_at: null });
});

test('a closed lot expires then, without a reminder, and stays for returned passes', () => {
  const closed: WalletEvent = { type: 'LotClosed', data: { ...lot, expiresAt: '2026-03-02T23:59:59.999Z' } };
  const expired: WalletEvent = { type: 'LotExpired', data: { ...lot, passes: 10 } };
  expect(lotAfter(closed, expired)).toMatchObject({
    expires_at: '2026-03-02T23:59:59.999Z',
    remind_at: null,
    granted: 10,
    available: 0,
    expired: 10,
  });
});

test('notifies pages with the wallet', () => {
  const { topics } = projectAll(wallet, new StudioHistory().member('m'));
  expect(topics).toEqual([{ kind: 'member', memberId: 'm', what: 'wallet' }]);
});
