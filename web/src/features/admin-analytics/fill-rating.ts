import type { Tone } from '#web/components/ui/badge.tsx';

interface FillRating {
  readonly tone: Tone;
  readonly label: string;
}

/** Rates a day, a week or a month: 80% or more is green, 60% or more yellow, otherwise red (spec 001 section 9). */
export const ratePeriod = (percentage: number): FillRating => {
  if (percentage >= 80) return { tone: 'kelp', label: 'good' };
  return percentage >= 60 ? { tone: 'amber', label: 'fair' } : { tone: 'rust', label: 'low' };
};

/** Rates a class: 100% is red, 80% or more yellow, otherwise green. */
export const rateClass = (percentage: number): FillRating => {
  if (percentage >= 100) return { tone: 'rust', label: 'full' };
  return percentage >= 80 ? { tone: 'amber', label: 'nearly full' } : { tone: 'kelp', label: 'places left' };
};
