import { expect, it } from 'vitest';
import { listHealthAnswers, summariseHealth } from './health-answers.ts';

const healthy = {
  ...{ onMedication: false, medicationDetails: null, hasInjuries: false, injuryDetails: null },
  ...{ isPregnantOrPostpartum: false, painfulMovements: false, painfulMovementDetails: null },
  ...{ okWithHandsOnCorrections: true, dateOfBirth: null },
};

it('summarises the notable answers only', () => {
  expect(summariseHealth(healthy)).toBe('Nothing noted');
  expect(
    summariseHealth({
      ...healthy,
      ...{ hasInjuries: true, injuryDetails: 'left knee', painfulMovements: true },
      ...{ okWithHandsOnCorrections: false },
    }),
  ).toBe(
    'Injuries: left knee; Painful movements: Yes, no details given; Hands-on corrections: Please do not touch',
  );
});

it('lists an answer to every question', () => {
  expect(listHealthAnswers(healthy).map(({ answer }) => answer)).toEqual(['No', 'No', 'No', 'No', 'Fine']);
});
