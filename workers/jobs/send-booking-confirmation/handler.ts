import type { Pool } from 'pg';
import { handle } from '../../../infra/queue/define-job.ts';
import { movedFrom } from '../../../projections/read-models/booking-progress/queries.ts';
import { type BookingRow, bookingById } from '../../../projections/read-models/bookings/queries.ts';
import { sendToMember } from '../../emails/send-to-member.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { sendBookingConfirmation } from './definition.ts';
import { bookingConfirmationEmail } from './email.ts';

/**
 * The booking that the member knows of: taking a cancellation back makes a new one of the same class, of which they were
 * told when they booked; and the class that it was moved from, if it was.
 */
async function originOf(
  pool: Pool,
  { id, classId }: BookingRow,
): Promise<{ first: number; from: BookingRow | undefined }> {
  let first = id;
  for (;;) {
    const before = await movedFrom(pool, first);
    if (before === undefined) return { first, from: undefined };
    if (before.classId !== classId) return { first, from: await bookingById(pool, before.bookingId) };
    first = before.bookingId;
  }
}

/** A booking that was cancelled before its email went out needs no confirmation. */
export const sendBookingConfirmationHandler = (deps: JobDependencies) =>
  handle(sendBookingConfirmation, async ({ memberId, bookingId }) => {
    const booking = await bookingById(deps.pool, bookingId);
    if (!booking) throw new Error(`The booking ${bookingId} is not in the read model yet`);
    if (booking.status !== 'confirmed') return;
    const { first, from } = await originOf(deps.pool, booking);
    const kind = 'booking-confirmed';
    await sendToMember(deps, { memberId, kind, key: `${kind}/${first}` }, ({ name }) =>
      bookingConfirmationEmail(
        deps.sender,
        {
          ...booking,
          name,
          level: booking.className,
          movedFrom: from && { level: from.className, startsAt: from.startsAt },
        },
        deps.clock.now(),
      ),
    );
  });
