import type { SettingState } from './decider.ts';

export const PRIORITY_BOOKING_HOURS = 'priority_booking_hours';

const DEFAULT_HOURS = 12;

/** By how many hours memberships book before pass holders, 0 to 24; anything else in the setting means the default. */
export function priorityBookingHours({ setting }: SettingState): number {
  const text = setting?.value.trim() ?? '';
  const hours = /^\d{1,2}$/.test(text) ? Number(text) : DEFAULT_HOURS;
  return hours <= 24 ? hours : DEFAULT_HOURS;
}
