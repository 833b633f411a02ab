import type { AttendeeHealthAnswer } from '#services/contract/instructor.ts';
import { request } from '#web/lib/http.ts';

export type HealthDetails = AttendeeHealthAnswer['health'];

/** Fetches an attendee's health details. The server records who read them; they are never cached. Throws `ApiError`. */
export const fetchHealth = async (classId: number, bookingId: number): Promise<HealthDetails> => {
  const path = `/api/instructor/classes/${classId}/attendees/${bookingId}/health`;
  return (await request<AttendeeHealthAnswer>(path)).health;
};
