import type { AttendanceAnswer, AttendanceBody } from '#services/contract/instructor.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import type { QueuedMark } from '../attendance-queue.ts';

export class AttendanceUpdateError extends Error {
  /** The server will never accept the mark, so that a retry is useless. */
  readonly isFinal: boolean;

  constructor(cause: unknown) {
    super('Failed to update attendance', { cause });
    this.name = 'AttendanceUpdateError';
    this.isFinal = cause instanceof ApiError && [400, 403, 404, 409].includes(cause.status);
  }
}

/** Sends a mark and returns the one in force. A mark waits in the queue for its person's next session. Throws `AttendanceUpdateError`. */
export const markAttendance = async ({
  bookingId,
  attended,
  markedAt,
}: QueuedMark): Promise<boolean | null> => {
  const body: AttendanceBody = { attended, markedAt };
  try {
    const path = `/api/instructor/attendance/${bookingId}`;
    const answer = await request<AttendanceAnswer>(path, { method: 'PUT', body, isAutomatic: true });
    return answer.attended;
  } catch (cause) {
    throw new AttendanceUpdateError(cause);
  }
};
