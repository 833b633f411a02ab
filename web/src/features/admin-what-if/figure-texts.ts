import type { WhatIfAnswer } from '#services/contract/what-if.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatNumber } from '#web/lib/numbers.ts';

export type FigureName = keyof WhatIfAnswer['figures'];

/** What each figure counts, in the order of the table. */
export const figureTexts: readonly { name: FigureName; label: string }[] = [
  { name: 'bookings', label: 'Bookings' },
  { name: 'people', label: 'People who booked' },
  { name: 'passesReturned', label: 'Passes that came back' },
  { name: 'passesForfeited', label: 'Passes lost by a late cancellation' },
  { name: 'spotsOffered', label: 'Spots offered' },
  { name: 'spotsBooked', label: 'Spots taken from the waitlist' },
  { name: 'offersLapsed', label: 'Offers that ran out' },
  { name: 'seatsLost', label: 'Places given up that stayed empty' },
  { name: 'classRevenuePence', label: 'Class revenue' },
  { name: 'instructorFeesPence', label: 'Instructor fees' },
];

const isMoney = (name: FigureName): boolean => name.endsWith('Pence');

export const formatFigure = (name: FigureName, value: number): string =>
  isMoney(name) ? formatExactPence(value) : formatNumber(value);

/** '+3', '−£24.00', or 'none'. */
export const formatDifference = (name: FigureName, value: number): string => {
  if (value === 0) return 'none';
  return `${value > 0 ? '+' : '−'}${formatFigure(name, Math.abs(value))}`;
};

type Difference = WhatIfAnswer['differences'][number];

const outcomes: Partial<Record<Difference['outcome'], { would: string; was: string }>> = {
  bookings: { would: 'A booking would have been made', was: 'The booking would not have been possible' },
  passesReturned: { would: 'The pass would have come back', was: 'The pass would not have come back' },
  passesForfeited: { would: 'The pass would have been lost', was: 'The pass would not have been lost' },
  spotsOffered: { would: 'A spot would have been offered', was: 'The spot would not have been offered' },
  spotsBooked: { would: 'A spot would have been taken', was: 'The spot would not have been taken' },
  offersLapsed: { would: 'An offer would have run out', was: 'The offer would not have run out' },
};

/** One difference in words. */
export const describeDifference = ({ outcome, wouldBe }: Difference): string => {
  const texts = outcomes[outcome];
  return texts === undefined ? outcome : wouldBe ? texts.would : texts.was;
};
