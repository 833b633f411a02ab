import type { RatesAnswer } from '#services/contract/pay.ts';

type Rate = RatesAnswer['rates'][number];

/** Whether a rate counts today, from a later day, or no more since a later one of its type counts. */
export type RateState = 'now' | 'ahead' | 'earlier';

export function findRateState(rate: Rate, rates: readonly Rate[], today: string): RateState {
  if (rate.validFrom > today) return 'ahead';
  const isReplaced = rates.some(
    ({ instructorId, classType, validFrom }) =>
      instructorId === rate.instructorId &&
      classType === rate.classType &&
      validFrom > rate.validFrom &&
      validFrom <= today,
  );
  return isReplaced ? 'earlier' : 'now';
}
