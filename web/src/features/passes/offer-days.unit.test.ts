import { expect, it } from 'vitest';
import { formatOfferDays } from './offer-days.ts';

it('formats the days left of the offer', () => {
  expect([5, 1, 0].map(formatOfferDays)).toEqual(['5 days left', '1 day left', 'Last day']);
});
