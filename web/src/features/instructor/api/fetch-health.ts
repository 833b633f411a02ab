import type { AttendeeHealthAnswer } from '../../../../../services/contract/instructor.ts';
import { request } from '../../../lib/http.ts';

export type HealthDetails = AttendeeHealthAnswer['health'];

/** Opens an attendee's health details, which the studio notes. Kept nowhere but where they are shown. Throws `ApiError`. */
export const openHealth = async (classId: number, bookingId: number): Promise<HealthDetails> => {
  const path = `/api/instructor/classes/${classId}/attendees/${bookingId}/health`;
  return (await request<AttendeeHealthAnswer>(path)).health;
};
