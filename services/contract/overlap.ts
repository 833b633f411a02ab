import { z } from 'zod';
import { numericId, wallDate } from './values.ts';

/** The booking of another class at the time of the requested one. */
export const overlappedBooking = z.object({
  bookingId: numericId,
  classId: numericId,
  name: z.string(),
  date: wallDate,
  time: z.string(),
  duration: z.number().int().describe('Minutes'),
});
export type OverlappedBooking = z.infer<typeof overlappedBooking>;

/** Without it, a class at the time of another booking is refused with 409 OVERLAPS_BOOKING. */
export const allowOverlap = z
  .boolean()
  .optional()
  .describe('Also at the time of another booking; otherwise the answer is 409 OVERLAPS_BOOKING');
