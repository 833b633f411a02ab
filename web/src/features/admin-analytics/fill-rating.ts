import type { Tone } from '../../components/ui/badge.tsx';

/** How full a day, a week or a month was: 80% or more green, 60% or more yellow, otherwise red (spec 001 section 9). */
export const rateTone = (percentage: number): Tone => {
  if (percentage >= 80) return 'kelp';
  return percentage >= 60 ? 'amber' : 'rust';
};

/** How full one class is: 100% red, 80% or more yellow, otherwise green. */
export const classTone = (percentage: number): Tone => {
  if (percentage >= 100) return 'rust';
  return percentage >= 80 ? 'amber' : 'kelp';
};

/** The colour in words, for those who do not see it. */
export const rateWord = (percentage: number): string => {
  if (percentage >= 80) return 'good';
  return percentage >= 60 ? 'fair' : 'low';
};

export const classWord = (percentage: number): string => {
  if (percentage >= 100) return 'full';
  return percentage >= 80 ? 'nearly full' : 'places left';
};
