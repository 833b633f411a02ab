import { expect, it } from 'vitest';
import { healthLines, healthSummary } from './health-answers.ts';

const nothing = {
  ...{ onMedication: false, medicationDetails: null, hasInjuries: false, injuryDetails: null },
  ...{ isPregnantOrPostpartum: false, painfulMovements: false, painfulMovementDetails: null },
  ...{ okWithHandsOnCorrections: true, dateOfBirth: null },
};

it('says what there is to think of, and nothing else', () => {
  expect(healthSummary(nothing)).toBe('Nothing noted');
  expect(
    healthSummary({
      ...nothing,
      ...{ hasInjuries: true, injuryDetails: 'left knee', painfulMovements: true },
      ...{ okWithHandsOnCorrections: false },
    }),
  ).toBe(
    'Injuries: left knee; Painful movements: Yes, no details given; Hands-on corrections: Please do not touch',
  );
});

it('answers every question', () => {
  expect(healthLines(nothing).map(({ answer }) => answer)).toEqual(['No', 'No', 'No', 'No', 'Fine']);
});
