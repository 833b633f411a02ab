import { expect, it } from 'vitest';
import type { AuditPassesAnswer, LotStatusAnswer } from '#services/contract/audit.ts';
import { comparePasses } from './comparison.ts';

const noPasses = { granted: 0, available: 0, held: 0, used: 0, forfeited: 0, expired: 0, revoked: 0 };
const createLot = (lotId: string, counts: Partial<LotStatusAnswer>): LotStatusAnswer => ({
  ...noPasses,
  lotId,
  source: 'purchase',
  passName: '5 Class Pass',
  paymentIntentId: `pi_${lotId}`,
  granted: 5,
  expiresAt: '2026-06-12T22:59:59.999Z',
  valuePence: 11_000,
  unusedPence: 11_000,
  ...counts,
});
const createPasses = (...lots: LotStatusAnswer[]): Pick<AuditPassesAnswer, 'lots' | 'totals'> => {
  const sum = (pick: (each: LotStatusAnswer) => number) => lots.reduce((all, each) => all + pick(each), 0);
  return {
    lots,
    totals: {
      ...noPasses,
      granted: sum(({ granted }) => granted),
      available: sum(({ available }) => available),
      used: sum(({ used }) => used),
      valuePence: sum(({ valuePence }) => valuePence),
      unusedPence: sum(({ unusedPence }) => unusedPence),
    },
  };
};

it('finds no changes between equal moments', () => {
  const same = createPasses(createLot('a', { available: 5 }));
  expect(comparePasses(same, same)).toEqual([]);
});

it('lists the changes of all lots and of each lot', () => {
  const from = createPasses(createLot('a', { available: 5 }));
  const to = createPasses(
    createLot('a', { available: 4, used: 1, unusedPence: 8_800 }),
    createLot('b', { granted: 1, available: 1, valuePence: 0, unusedPence: 0 }),
  );
  expect(comparePasses(from, to)).toEqual([
    {
      title: 'All lots',
      changes: [
        { what: 'Granted', from: '5', to: '6', by: '+1' },
        { what: 'Used', from: '0', to: '1', by: '+1' },
        { what: 'Unused worth', from: '£110.00', to: '£88.00', by: '−£22.00' },
      ],
    },
    {
      title: '5 Class Pass, lot a',
      changes: [
        { what: 'Available', from: '5', to: '4', by: '−1' },
        { what: 'Used', from: '0', to: '1', by: '+1' },
        { what: 'Unused worth', from: '£110.00', to: '£88.00', by: '−£22.00' },
      ],
    },
    {
      title: '5 Class Pass, lot b',
      changes: [
        { what: 'Granted', from: '0', to: '1', by: '+1' },
        { what: 'Available', from: '0', to: '1', by: '+1' },
        { what: 'Expires', from: 'not granted yet', to: 'Jun 12, 2026, 23:59:59', by: null },
      ],
    },
  ]);
});
