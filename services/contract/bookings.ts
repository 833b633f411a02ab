import { z } from 'zod';
import { expectedClass } from './changed-since.ts';
import { allowOverlap } from './overlap.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

/** POST /api/bookings, and /api/bookings/{id}/move, which books another class with the same pass and answers the same. */
export const bookBody = z.object({ classId: numericId, expected: expectedClass, allowOverlap });
export type BookBody = z.infer<typeof bookBody>;

export const bookAnswer = z.object({
  success: z.literal(true),
  bookingId: numericId,
  creditsRemaining: z.number().int(),
  pending: z.literal(true).optional(),
});
export type BookAnswer = z.infer<typeof bookAnswer>;

export const bookingStatuses = [
  'confirmed',
  'cancelled',
  'late_cancelled',
  'removed',
  'class_cancelled',
  'moved',
  'undone',
] as const;

/** POST /api/bookings/{id}/undo-cancellation, also without a body */
export const undoCancellationBody = z.object({ expected: expectedClass }).nullish();
export type UndoCancellationBody = NonNullable<z.infer<typeof undoCancellationBody>>;

/** A booking in My Classes. */
export const myBooking = z.object({
  id: numericId,
  classId: numericId,
  userId: z.string(),
  status: z.enum(bookingStatuses),
  attended: z.boolean().nullable(),
  createdAt: instant,
  cancellable: z.boolean().describe('The class has not begun and the booking stands'),
  freeCancellationUntil: instant,
  rulesVersion: z
    .number()
    .int()
    .nullable()
    .describe(
      'The rulebook that it was made under, which it keeps; null for bookings older than the rulebook',
    ),
  passName: z.string().describe('The pass it was booked with'),
  passExpiresAt: instant.describe(
    'The last instant of that pass: what comes back later than this is of no use',
  ),
  passReturned: z
    .boolean()
    .nullable()
    .describe(
      'Once cancelled: whether the pass came back; after late_cancelled, because someone took the place',
    ),
  refillable: z
    .boolean()
    .describe('Cancelled late, and the pass comes back when someone takes the place before the class'),
  class: z.object({
    id: numericId,
    name: classType,
    date: wallDate,
    time: z.string(),
    duration: z.number().int(),
    instructorId: numericId,
    instructorName: z.string(),
    startsAt: instant,
  }),
});
export type MyBooking = z.infer<typeof myBooking>;

/** GET /api/my-bookings */
export const myBookingsAnswer = z.object({
  success: z.literal(true),
  bookings: z.array(myBooking),
  now: instant,
});
export type MyBookingsAnswer = z.infer<typeof myBookingsAnswer>;

/** POST /api/cancel-booking; `hoursUntilClass` is accepted and ignored, since the server decides. */
export const cancelBookingBody = z.object({
  bookingId: numericId,
  hoursUntilClass: z.number().optional(),
  undoesBooking: z
    .boolean()
    .optional()
    .describe('Undoes a booking made less than two minutes ago: the pass comes back, or 409 UNDO_TOO_LATE'),
});
export type CancelBookingBody = z.infer<typeof cancelBookingBody>;

export const cancelBookingAnswer = z.object({
  success: z.literal(true),
  refunded: z.boolean(),
  passPaidBack: z.boolean().describe('It came back to a lot that was paid back, and is gone with it'),
  refillable: z
    .boolean()
    .describe('It is lost, and comes back when someone takes the place before the class'),
  passName: z.string().describe('The pass it was booked with'),
  passExpiresAt: instant.describe('The last instant of that pass'),
  creditsRemaining: z.number().int(),
  pending: z.literal(true).optional(),
});
export type CancelBookingAnswer = z.infer<typeof cancelBookingAnswer>;
