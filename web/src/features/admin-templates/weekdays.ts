/** The days of a week, Monday first, with their numbers in the API (0 is Sunday). */
export const weekdays = [
  { dayOfWeek: 1, name: 'Monday' },
  { dayOfWeek: 2, name: 'Tuesday' },
  { dayOfWeek: 3, name: 'Wednesday' },
  { dayOfWeek: 4, name: 'Thursday' },
  { dayOfWeek: 5, name: 'Friday' },
  { dayOfWeek: 6, name: 'Saturday' },
  { dayOfWeek: 0, name: 'Sunday' },
] as const;

export const getDayName = (dayOfWeek: number): string =>
  weekdays.find((day) => day.dayOfWeek === dayOfWeek)?.name ?? '';

/** 0 for Monday to 6 for Sunday. */
export const getDayOrder = (dayOfWeek: number): number => (dayOfWeek + 6) % 7;
