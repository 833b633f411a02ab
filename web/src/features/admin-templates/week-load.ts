/** How full a week is of classes (spec 001 section 9). */
export type WeekLoad = 'none' | 'light' | 'good' | 'full';

/** None, under 5 light, under 10 good, 10 or more full. */
export const weekLoad = (count: number): WeekLoad => {
  if (count === 0) return 'none';
  if (count < 5) return 'light';
  return count < 10 ? 'good' : 'full';
};
