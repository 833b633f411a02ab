import type { BookAnswer } from '#services/contract/bookings.ts';
import { post } from '#web/lib/http.ts';

/** Undoes a cancellation within seconds of it. Throws `ApiError`: UNDO_TOO_LATE, CLASS_FULL, SPOT_OFFERED, CLASS_PAST. */
export const undoCancellation = (bookingId: number): Promise<BookAnswer> =>
  post<BookAnswer>(`/api/bookings/${bookingId}/undo-cancellation`);
