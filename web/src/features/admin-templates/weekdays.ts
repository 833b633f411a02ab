/** The days of a week as studios count them, with the numbers of the contract (0 is Sunday). */
export const days = [
  { dayOfWeek: 1, name: 'Monday' },
  { dayOfWeek: 2, name: 'Tuesday' },
  { dayOfWeek: 3, name: 'Wednesday' },
  { dayOfWeek: 4, name: 'Thursday' },
  { dayOfWeek: 5, name: 'Friday' },
  { dayOfWeek: 6, name: 'Saturday' },
  { dayOfWeek: 0, name: 'Sunday' },
] as const;

export const dayName = (dayOfWeek: number): string =>
  days.find((day) => day.dayOfWeek === dayOfWeek)?.name ?? '';

/** 0 for Monday to 6 for Sunday. */
export const dayOrder = (dayOfWeek: number): number => (dayOfWeek + 6) % 7;
