import { expect, it } from 'vitest';
import { defaultRules } from '#services/contract/rulebook.ts';
import {
  describeGrace,
  describeOpening,
  describePassHolderStart,
  listCancellationTerms,
  listWaitlistTerms,
} from './rule-terms.ts';

it('states when a day opens', () => {
  expect(describeOpening(12)).toBe(
    'A day opens to members with a membership at midnight and to pass holders at noon.',
  );
  expect(describeOpening(6)).toContain('to pass holders at 06:00.');
  expect(describeOpening(24)).toContain('to pass holders a day later.');
  expect(describeOpening(0)).toBe('A day opens at midnight.');
  expect([12, 9, 24].map((hours) => describePassHolderStart(hours, 'from'))).toEqual([
    'from noon',
    'from 09:00',
    'a day later',
  ]);
});

it('states the hours of free cancellation', () => {
  expect(listCancellationTerms(24)).toEqual({
    inTime: '24 hours or more before the start:',
    late: 'Less than 24 hours, or not coming:',
    moving: 'with 24 or more hours’ notice',
  });
  expect(listCancellationTerms(1).inTime).toBe('1 hour or more before the start:');
  expect(Object.values(listCancellationTerms(0))).toEqual([
    'Before the start:',
    'Not coming:',
    'until the class starts',
  ]);
});

it('states the days of grace', () => {
  expect(describeGrace(7)).toBe('Had it expired, or would it within a week, it gets 7 days from then.');
  expect(describeGrace(1)).toBe('Had it expired, or would it within 1 day, it gets 1 day from then.');
  expect(describeGrace(0)).toBe('Had it expired, it can be used until the end of that day.');
});

const listTexts = (rules: Partial<typeof defaultRules>) =>
  listWaitlistTerms({ ...defaultRules, ...rules }).map(({ when, what }) => `${when} ${what}`);

it('states the phases of the waitlist', () => {
  expect(listTexts({})).toEqual([
    'More than 26 hours before the class: when a place comes free, the first in line who has a usable pass is booked, and told by email. You can still cancel free of charge until 24 hours before.',
    'From 26 to 2 hours before: the first in line is offered the place for 30 minutes and has to claim it. No pass comes back if you claim and then cancel less than 24 hours before. No offers run between 21:00 and 07:00.',
    'Under 2 hours: everyone waiting is told, and the first to book has it.',
  ]);
});

it('leaves out what other rules do not have', () => {
  const texts = listTexts({
    broadcastUnderHours: 0,
    freeCancellationHours: 0,
    offerMinutes: 45,
    quietFrom: '00:00',
    quietUntil: '00:00',
  });
  expect(texts).toEqual([
    'More than 26 hours before the class: when a place comes free, the first in line who has a usable pass is booked, and told by email. You can still cancel free of charge until the class starts.',
    'From 26 hours before: the first in line is offered the place for 45 minutes and has to claim it.',
  ]);
});

it('books no member automatically who could not cancel freely', () => {
  expect(listTexts({ freeCancellationHours: 48 })[0]).toContain('More than 48 hours before the class:');
});
