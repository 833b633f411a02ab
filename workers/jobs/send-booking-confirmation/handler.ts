import type { Pool } from 'pg';
import { isEffectRecorded, recordEffect } from '#infra/postgres/tables/performed-effects.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readMovedFromBooking } from '#projections/read-models/booking-progress/queries.ts';
import {
  type ConfirmationRow,
  formatConfirmationKey,
  readBookingToConfirm,
} from '#projections/read-models/bookings/confirmation-queries.ts';
import { type BookingRow, readBookingById } from '#projections/read-models/bookings/queries.ts';
import { readShownRules } from '#projections/read-models/rules/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { firstName } from '#workers/emails/wording.ts';
import { sendBookingConfirmation } from './definition.ts';
import { bookingConfirmationEmail } from './email.ts';

/**
 * Finds the first booking of the same class and the booking it was moved from, if any. Undoing a cancellation creates a new
 * booking, but the member has a confirmation of the first one.
 */
async function findOrigin(
  pool: Pool,
  { id, classId, movedFromId }: ConfirmationRow,
): Promise<{ first: number; from: BookingRow | undefined }> {
  if (movedFromId === null) return { first: id, from: undefined };
  let first = id;
  for (;;) {
    const before = await readMovedFromBooking(pool, first);
    if (before === undefined) return { first, from: undefined };
    if (before.classId !== classId) return { first, from: await readBookingById(pool, before.bookingId) };
    first = before.bookingId;
  }
}

/**
 * Sends nothing for a booking cancelled in the meantime or an erased member. Throws while the read model lacks either, so
 * that the job is retried: reactors may be ahead of read models.
 */
export const sendBookingConfirmationHandler = defineJobHandler(
  sendBookingConfirmation,
  async ({ pool, mail, sender, clock }, { memberId, bookingId }) => {
    const booking = await readBookingToConfirm(pool, bookingId);
    if (!booking) throw new NotProjectedYet(`The booking ${bookingId}`);
    if (booking.status !== 'confirmed') return;
    if (!booking.isMemberShown) throw new NotProjectedYet(`The member ${memberId}`);
    const { memberName: name, memberEmail: email } = booking;
    if (name === null || email === null) return;
    const { first, from } = await findOrigin(pool, booking);
    const [kind, key] = ['booking-confirmed', formatConfirmationKey(first)];
    if (first === bookingId ? booking.isConfirmed : await isEffectRecorded(pool, key)) return;
    const { refillsLateCancellations: isRefilled } = await readShownRules(pool);
    const content = bookingConfirmationEmail(
      sender,
      {
        ...booking,
        name,
        level: booking.className,
        isRefilled,
        movedFrom: from && { level: from.className, startsAt: from.startsAt },
      },
      clock.now(),
    );
    const recipient = { to: email, toName: firstName(name) };
    const messageId = await mail.sendEmail({ ...recipient, kind, idempotencyKey: key, ...content });
    await recordEffect(pool, { key, kind, memberId }, messageId);
  },
);
