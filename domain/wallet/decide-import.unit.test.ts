import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, lotGranted, memberId, now, passHeld } from '../testing/histories.fixture.ts';
import { bringLots, type LotToBring, revokeBroughtLots } from './decide-import.ts';
import { walletDecider } from './decider.ts';

const about = { memberId, importId: 'a'.repeat(24), source: 'Momence', now };
const lot: LotToBring = {
  ...{ lotId: 'import-1', passId: 6, passName: '10 Class Pass', passes: 7, classes: 10, pricePence: 11_900 },
  ...{ file: 'f'.repeat(64), row: 2, begins: null, expires: '2026-08-31' },
};
const brought = lotGranted({
  ...{
    lotId: 'import-1',
    kind: 'import',
    passName: '10 Class Pass',
    passes: 7,
    pricePence: 11_900,
    passId: 6,
  },
  ...{ paymentIntentId: null, expiresAt: '2026-08-31T22:59:59.999Z' },
  brought: {
    ...{ importId: about.importId, source: 'Momence', file: lot.file, row: 2, classes: 10, begins: null },
  },
});

describe('bringLots', () => {
  it('grants what was left, once', () => {
    given(walletDecider)
      .when((wallet) => bringLots(wallet, [lot], about))
      .gives(brought);
    given(walletDecider, brought)
      .when((wallet) => bringLots(wallet, [lot], about))
      .gives();
  });

  it.each([
    ['2026-03-28', '2026-03-28T23:59:59.999Z'],
    ['2026-03-29', '2026-03-29T22:59:59.999Z'],
    ['2026-10-24', '2026-10-24T22:59:59.999Z'],
    ['2026-10-25', '2026-10-25T23:59:59.999Z'],
  ])('lasts to the end of %s in London, also when the clocks change', (expires, expiresAt) => {
    const [event] = bringLots(walletDecider.initial, [{ ...lot, expires }], about);
    expect(event?.data).toMatchObject({ expiresAt });
  });
});

describe('revokeBroughtLots', () => {
  const takeBack = (wallet: Parameters<typeof revokeBroughtLots>[0]) =>
    revokeBroughtLots(wallet, ['import-1', 'import-2'], { memberId, now });

  it('revokes a lot that is whole, once', () => {
    const data = { memberId, lotId: 'import-1', passes: 7, demanded: 0, reason: 'import' as const, at };
    const state = given(walletDecider, brought).when(takeBack).gives({ type: 'LotRevoked', data });
    expect(takeBack(state)).toEqual([]);
  });

  it('leaves a lot of which a pass is booked', () => {
    const held = passHeld(12, 'import-1');
    given(walletDecider, brought, held).when(takeBack).gives();
  });
});
