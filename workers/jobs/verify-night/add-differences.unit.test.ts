import { expect, it } from 'vitest';
import { addDifferences } from './handler.ts';

const figures = {
  events: 10,
  eventExceptions: 1,
  readModelExceptions: 0,
  unbalancedWallets: 0,
  codes: { ILLEGAL_MOVE: 1 },
};

it('counts each difference of the repeated history as an exception', () => {
  expect(addDifferences(figures, 0)).toEqual(figures);
  expect(addDifferences(figures, 2)).toEqual({
    ...figures,
    eventExceptions: 3,
    codes: { ILLEGAL_MOVE: 1, WHAT_IF_DIFFERS: 2 },
  });
});
