import { expect, it } from 'vitest';
import { whatIfFigures } from '#services/contract/what-if.ts';
import { describeDifference, figureTexts, formatDifference } from './figure-texts.ts';

it('has words for every figure', () => {
  expect(figureTexts.map(({ name }) => name).toSorted()).toEqual([...whatIfFigures].toSorted());
});

it('shows a difference with its sign and unit', () => {
  expect(formatDifference('bookings', 3)).toBe('+3');
  expect(formatDifference('classRevenuePence', -2_400)).toBe('−£24.00');
  expect(formatDifference('people', 0)).toBe('none');
});

it('describes a difference in words', () => {
  const at = { position: '7', classId: 3, memberId: 'm' };
  expect(describeDifference({ ...at, outcome: 'bookings', wouldBe: false })).toBe(
    'The booking would not have been possible',
  );
  expect(describeDifference({ ...at, outcome: 'passesReturned', wouldBe: true })).toBe(
    'The pass would have come back',
  );
});
