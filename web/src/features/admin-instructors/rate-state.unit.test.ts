import { expect, it } from 'vitest';
import type { RatesAnswer } from '#services/contract/pay.ts';
import { findRateState } from './rate-state.ts';

type Rate = RatesAnswer['rates'][number];
const rate = (validFrom: string, changes: Partial<Rate> = {}): Rate => ({
  ...{ instructorId: 3, classType: null, validFrom, basePence: 3_000, perHeadPence: 0, above: 0 },
  ...changes,
});

it('the current rate is the latest of its instructor and type that is valid today', () => {
  const rates = [
    rate('2026-05-01'),
    rate('2026-06-01'),
    rate('2026-07-01'),
    rate('2026-05-01', { classType: 'advanced' }),
    rate('2026-05-01', { instructorId: 4 }),
  ];
  const states = rates.map((each) => findRateState(each, rates, '2026-06-01'));
  expect(states).toEqual(['earlier', 'now', 'ahead', 'now', 'now']);
});
