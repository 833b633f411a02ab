import type { Pool } from 'pg';
import { isEffectRecorded, recordEffect } from '#infra/postgres/tables/performed-effects.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { movedFrom } from '#projections/read-models/booking-progress/queries.ts';
import {
  bookingToConfirm,
  type ConfirmationRow,
  confirmationKey,
} from '#projections/read-models/bookings/confirmation-queries.ts';
import { type BookingRow, bookingById } from '#projections/read-models/bookings/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendBookingConfirmation } from './definition.ts';
import { bookingConfirmationEmail } from './email.ts';

/**
 * The booking that the member knows of: taking a cancellation back makes a new one of the same class, of which they were
 * told when they booked; and the class that it was moved from, if it was.
 */
async function originOf(
  pool: Pool,
  { id, classId, movedFromId }: ConfirmationRow,
): Promise<{ first: number; from: BookingRow | undefined }> {
  if (movedFromId === null) return { first: id, from: undefined };
  let first = id;
  for (;;) {
    const before = await movedFrom(pool, first);
    if (before === undefined) return { first, from: undefined };
    if (before.classId !== classId) return { first, from: await bookingById(pool, before.bookingId) };
    first = before.bookingId;
  }
}

/**
 * A booking that was cancelled before its email went out needs no confirmation, nor does a member who is erased. Throws
 * while the read model does not know them yet, so that the job comes again: reactors may be well ahead of it.
 */
export const sendBookingConfirmationHandler = defineJobHandler(
  sendBookingConfirmation,
  ({ pool, mail, sender, clock }) =>
    async ({ memberId, bookingId }) => {
      const booking = await bookingToConfirm(pool, bookingId);
      if (!booking) throw new NotProjectedYet(`The booking ${bookingId}`);
      if (booking.status !== 'confirmed') return;
      if (!booking.isMemberShown) throw new NotProjectedYet(`The member ${memberId}`);
      const { memberName: name, memberEmail: email } = booking;
      if (name === null || email === null) return;
      const { first, from } = await originOf(pool, booking);
      const [kind, key] = ['booking-confirmed', confirmationKey(first)];
      if (first === bookingId ? booking.isConfirmed : await isEffectRecorded(pool, key)) return;
      const content = bookingConfirmationEmail(
        sender,
        {
          ...booking,
          name,
          level: booking.className,
          movedFrom: from && { level: from.className, startsAt: from.startsAt },
        },
        clock.now(),
      );
      await mail.sendEmail({ to: email, toName: name, kind, idempotencyKey: key, ...content });
      await recordEffect(pool, { key, kind, memberId });
    },
);
