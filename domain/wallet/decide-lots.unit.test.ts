import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, grant, lotGranted, memberId, now, passHeld, passSpent } from '../testing/histories.fixture.ts';
import { expireLots, grantLot, type LotGrant, revokeLot } from './decide-lots.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { countRemainingPasses, findNextExpiry, hasMembership } from './state.ts';

const whenGranted = (changes: Partial<LotGrant>, ...history: WalletEvent[]) =>
  given(walletDecider, ...history).when((state) => grantLot(state, { ...grant, ...changes, now }));

describe('grantLot', () => {
  it('adds the lot’s passes', () => {
    const state = whenGranted({}).gives(lotGranted());
    expect(countRemainingPasses(state, now)).toBe(5);
    expect(findNextExpiry(state)).toBe(grant.expiresAt);
  });

  it('appends nothing the second time', () => {
    whenGranted({}, lotGranted()).gives();
    whenGranted({ offer: 'sign_up' }, lotGranted({ offer: 'sign_up' })).gives();
  });

  it.each(['sign_up', 'special'] as const)(
    'grants %s once a member, even after it was used up or taken back',
    (offer) => {
      const revoked: WalletEvent = {
        type: 'LotRevoked',
        data: { memberId, lotId: 'lot-a', passes: 1, demanded: 1, reason: 'refund', at },
      };
      const first = lotGranted({ offer, passes: 1 });
      whenGranted({ offer, lotId: 'lot-b' }, first).refuses('ALREADY_USED', { offer });
      whenGranted({ offer, lotId: 'lot-b' }, first, revoked).refuses('ALREADY_USED', { offer });
      whenGranted({ lotId: 'lot-b' }, first).gives(lotGranted({ lotId: 'lot-b' }));
    },
  );
});

describe('expireLots', () => {
  const lastMoment = new Date(grant.expiresAt);
  const after = new Date(lastMoment.getTime() + 1);
  const whenExpired = (due: Date, ...history: WalletEvent[]) =>
    given(walletDecider, ...history).when((state) => expireLots(state, { memberId, now: due }));
  const expired = (passes: number): WalletEvent => ({
    type: 'LotExpired',
    data: { memberId, lotId: 'lot-a', passes, at: after.toISOString() },
  });

  it('expires what is left from the first millisecond after the end', () => {
    whenExpired(lastMoment, lotGranted()).gives();
    const state = whenExpired(
      after,
      lotGranted(),
      passHeld(1),
      passHeld(2, 'lot-a', 8),
      passSpent(2, 'lot-a', 8),
    ).gives(expired(3));
    expect(state.lots.get('lot-a')).toMatchObject({ available: 0, held: 1, used: 1, expired: 3 });
    expect(findNextExpiry(state)).toBeNull();
  });

  it('appends nothing the second time, nor for a used-up lot', () => {
    whenExpired(after, lotGranted(), expired(5)).gives();
    whenExpired(after, lotGranted({ passes: 1 }), passHeld(1)).gives();
  });

  it('counts no remaining pass of a lapsed lot before the sweep', () => {
    const { state } = given(walletDecider, lotGranted());
    expect(countRemainingPasses(state, lastMoment)).toBe(5);
    expect(countRemainingPasses(state, after)).toBe(0);
  });
});

describe('revokeLot', () => {
  const whenRevoked = (passes: number | undefined, ...history: WalletEvent[]) =>
    given(walletDecider, ...history).when((state) =>
      revokeLot(state, {
        memberId,
        lotId: 'lot-a',
        ...(passes === undefined ? {} : { passes }),
        reason: 'staff',
        now,
      }),
    );
  const revoked = (passes: number): WalletEvent => ({
    type: 'LotRevoked',
    data: { memberId, lotId: 'lot-a', passes, demanded: 0, reason: 'staff', at },
  });

  it('revokes unused passes only', () => {
    whenRevoked(undefined, lotGranted(), passHeld(1)).gives(revoked(4));
    whenRevoked(2, lotGranted()).gives(revoked(2));
    whenRevoked(9, lotGranted(), passHeld(1)).gives(revoked(4));
    whenRevoked(undefined, lotGranted({ passes: 1 }), passHeld(1)).gives();
    whenRevoked(undefined).gives();
  });
});

it('a wallet has a membership while its period runs', () => {
  const { state } = given(
    walletDecider,
    lotGranted(),
    lotGranted({ lotId: 'period', kind: 'membership', passes: 0 }),
  );
  expect(hasMembership(state, now)).toBe(true);
  expect(hasMembership(state, new Date('2026-08-01T00:00:00.000Z'))).toBe(false);
  expect(hasMembership(given(walletDecider, lotGranted()).state, now)).toBe(false);
});
