import { expect, it } from 'vitest';
import { offerDaysText } from './offer-days.ts';

it('counts the days of the offer down', () => {
  expect([5, 1, 0].map(offerDaysText)).toEqual(['5 days left', '1 day left', 'Last day']);
});
