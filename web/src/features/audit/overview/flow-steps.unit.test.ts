import { expect, it } from 'vitest';
import { listFlowSteps } from './flow-steps.ts';
import { formatAge } from './format-age.ts';

it('draws the passes of a month as steps that begin where the last one ended', () => {
  const flow = {
    ...{ month: '2026-05', opening: 4, granted: 10, used: 5, forfeited: 1, expired: 0, revoked: -2 },
    ...{ closing: 10, days: [] },
  };
  expect(listFlowSteps(flow).map(({ name, span, label }) => [name, ...span, label])).toEqual([
    ['Before', 0, 4, '4'],
    ['Granted', 4, 14, '+10'],
    ['Used', 14, 9, '−5'],
    ['Forfeited', 9, 8, '−1'],
    ['Expired', 8, 8, '0'],
    ['Revoked', 8, 10, '+2'],
    ['Now', 0, 10, '10'],
  ]);
});

it.each([
  [0, 'less than a minute'],
  [61, '1 minute'],
  [7_300, '2 hours'],
  [86_400, '1 day'],
  [900_000, '10 days'],
])('formats an age of %i seconds as %s', (seconds, text) => expect(formatAge(seconds)).toBe(text));
