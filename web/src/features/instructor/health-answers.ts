import type { HealthDetails } from './api/fetch-health.ts';

interface HealthAnswer {
  readonly question: string;
  readonly answer: string;
  /** Whether the instructor should consider it. */
  readonly isNotable: boolean;
}

const createAnswer = (question: string, isYes: boolean, details: string | null): HealthAnswer => ({
  question,
  answer: isYes ? (details ?? 'Yes, no details given') : 'No',
  isNotable: isYes,
});

/** A member's health answers, one a question. */
export const listHealthAnswers = (health: HealthDetails): HealthAnswer[] => [
  createAnswer('Injuries', health.hasInjuries, health.injuryDetails),
  createAnswer('Painful movements', health.painfulMovements, health.painfulMovementDetails),
  createAnswer('Medication', health.onMedication, health.medicationDetails),
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

/** The notable answers in one line, for the printed roster. */
export const summariseHealth = (health: HealthDetails): string => {
  const notable = listHealthAnswers(health).filter(({ isNotable }) => isNotable);
  if (notable.length === 0) return 'Nothing noted';
  return notable.map(({ question, answer }) => `${question}: ${answer}`).join('; ');
};
