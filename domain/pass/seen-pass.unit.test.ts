import { expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { assertPassAsSeen, type SeenPass } from './seen-pass.ts';

const pass = { pricePence: 8_000, classes: 4, validity: { count: 2, unit: 'months' as const } };
const seen = { pricePence: 8_000, classes: 4, expiry: '2 months' };
const refusalOf = (expected: SeenPass) => {
  try {
    assertPassAsSeen(expected, pass);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { about: error.details.about, changed: error.facts.changed };
    throw error;
  }
};

it('accepts a pass as it was seen, and what was not sent', () => {
  expect(refusalOf(seen)).toBeNull();
  expect(refusalOf({})).toBeNull();
});

it('names each changed fact, also at the same price', () => {
  expect(refusalOf({ ...seen, pricePence: 7_000 })).toEqual({
    about: 'price',
    changed: { pricePence: { was: 7_000, is: 8_000 } },
  });
  expect(refusalOf({ ...seen, classes: 5 })).toEqual({
    about: 'pass',
    changed: { classes: { was: 5, is: 4 } },
  });
  expect(refusalOf({ ...seen, expiry: '3 months', pricePence: 7_000 })).toEqual({
    about: 'pass',
    changed: { expiry: { was: '3 months', is: '2 months' }, pricePence: { was: 7_000, is: 8_000 } },
  });
});
