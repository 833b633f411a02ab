import type { CancelBookingAnswer, CancelBookingBody } from '#services/contract/bookings.ts';
import { post } from '#web/lib/http.ts';

/** Cancels a booking. Throws `ApiError`: ALREADY_CANCELLED, CLASS_PAST, BOOKING_NOT_FOUND. */
export const cancelBooking = (body: CancelBookingBody): Promise<CancelBookingAnswer> =>
  post<CancelBookingAnswer>('/api/cancel-booking', body);
