import type { AttendanceAnswer, AttendanceBody } from '../../../../../services/contract/instructor.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { request } from '../../../lib/http.ts';
import type { Press } from '../attendance-queue.ts';

/** The studio did not take a mark. `isFinal` when it never will: to try again is of no use. */
export class AttendanceNotUpdated extends Error {
  readonly isFinal: boolean;

  constructor(cause: unknown) {
    super('Failed to update attendance', { cause });
    this.name = 'AttendanceNotUpdated';
    this.isFinal = cause instanceof ApiError && [400, 403, 404, 409].includes(cause.status);
  }
}

/** Sends one press and answers the mark that stands. Throws `AttendanceNotUpdated`. */
export const markAttendance = async ({ bookingId, attended, markedAt }: Press): Promise<boolean | null> => {
  const body: AttendanceBody = { attended, markedAt };
  try {
    const path = `/api/instructor/attendance/${bookingId}`;
    const answer = await request<AttendanceAnswer>(path, { method: 'PUT', body });
    return answer.attended;
  } catch (cause) {
    throw new AttendanceNotUpdated(cause);
  }
};
