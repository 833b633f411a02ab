import type { HealthDetails } from './api/fetch-health.ts';

interface HealthLine {
  readonly question: string;
  readonly answer: string;
  /** Something to think of while teaching. */
  readonly isNotable: boolean;
}

const line = (question: string, isYes: boolean, details: string | null): HealthLine => ({
  question,
  answer: isYes ? (details ?? 'Yes, no details given') : 'No',
  isNotable: isYes,
});

/** A member's health answers, question by question. */
export const healthLines = (health: HealthDetails): HealthLine[] => [
  line('Injuries', health.hasInjuries, health.injuryDetails),
  line('Painful movements', health.painfulMovements, health.painfulMovementDetails),
  line('Medication', health.onMedication, health.medicationDetails),
  {
    question: 'Pregnant or postpartum',
    answer: health.isPregnantOrPostpartum ? 'Yes' : 'No',
    isNotable: health.isPregnantOrPostpartum,
  },
  {
    question: 'Hands-on corrections',
    answer: health.okWithHandsOnCorrections ? 'Fine' : 'Please do not touch',
    isNotable: !health.okWithHandsOnCorrections,
  },
];

/** What there is to think of, in one line; for a sheet of paper. */
export const healthSummary = (health: HealthDetails): string => {
  const notable = healthLines(health).filter(({ isNotable }) => isNotable);
  if (notable.length === 0) return 'Nothing noted';
  return notable.map(({ question, answer }) => `${question}: ${answer}`).join('; ');
};
