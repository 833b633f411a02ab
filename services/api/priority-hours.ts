import type { Pool } from 'pg';
import { settingByKey } from '../../projections/read-models/settings/queries.ts';
import { PRIORITY_BOOKING_HOURS, priorityBookingHours } from '../domain/setting/priority-booking.ts';

/** The setting as pages show it; what may be booked, the class decides by the setting's own stream. */
export async function shownPriorityHours(pool: Pool): Promise<number> {
  const setting = await settingByKey(pool, PRIORITY_BOOKING_HOURS);
  return priorityBookingHours({ setting: setting ?? null });
}
