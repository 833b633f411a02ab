export type WeekLoad = 'none' | 'light' | 'good' | 'full';

/** Rates the number of classes in a week (spec 001 section 9). */
export const rateWeek = (count: number): WeekLoad => {
  if (count === 0) return 'none';
  if (count < 5) return 'light';
  return count < 10 ? 'good' : 'full';
};
