import type { SettingState } from './decider.ts';
import { parseWholeNumber } from './whole-number.ts';

export const PRIORITY_BOOKING_HOURS = 'priority_booking_hours';

/** The head start of memberships over pass holders in hours, 0 to 24; an invalid value means 12. */
export const parsePriorityBookingHours = (state: SettingState): number =>
  parseWholeNumber(state, { most: 24, otherwise: 12 });
