import type { SettingState } from './decider.ts';
import { parseWholeNumber } from './whole-number.ts';

export const PRIORITY_BOOKING_HOURS = 'priority_booking_hours';

/** By how many hours memberships book before pass holders, 0 to 24; anything else in the setting means the default, 12. */
export const parsePriorityBookingHours = (state: SettingState): number =>
  parseWholeNumber(state, { most: 24, otherwise: 12 });
