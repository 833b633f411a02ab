import type { BookAnswer, BookBody } from '#services/contract/bookings.ts';
import { post } from '#web/lib/http.ts';

/** Moves a booking and its pass to another class. Throws `ApiError`: MOVE_TOO_LATE, CLASS_FULL, NO_PASS and others. */
export const moveBooking = (bookingId: number, body: BookBody): Promise<BookAnswer> =>
  post<BookAnswer>(`/api/bookings/${bookingId}/move`, body);
