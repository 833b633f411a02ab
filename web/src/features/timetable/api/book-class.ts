import type { BookAnswer, BookBody } from '#services/contract/bookings.ts';
import { post } from '#web/lib/http.ts';

/** Books a class with one pass. Throws `ApiError`: NO_PASS, CLASS_FULL, CLASS_PAST, OUTSIDE_BOOKING_WINDOW, CHANGED_SINCE, OVERLAPS_BOOKING. */
export const bookClass = (body: BookBody): Promise<BookAnswer> => post<BookAnswer>('/api/bookings', body);
