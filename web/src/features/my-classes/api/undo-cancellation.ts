import type { BookAnswer, UndoCancellationBody } from '#services/contract/bookings.ts';
import { post } from '#web/lib/http.ts';

/**
 * Undoes a cancellation within seconds of it. Throws `ApiError`: UNDO_TOO_LATE, CLASS_FULL, SPOT_OFFERED, CLASS_PAST; CHANGED_SINCE
 * when the class is no longer as it was cancelled.
 */
export const undoCancellation = (bookingId: number, body: UndoCancellationBody): Promise<BookAnswer> =>
  post<BookAnswer>(`/api/bookings/${bookingId}/undo-cancellation`, body);
