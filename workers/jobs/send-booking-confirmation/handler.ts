import { handle } from '../../../infra/queue/define-job.ts';
import { bookingById } from '../../../projections/read-models/bookings/queries.ts';
import { sendToMember } from '../../emails/send-to-member.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { sendBookingConfirmation } from './definition.ts';
import { bookingConfirmationEmail } from './email.ts';

/** A booking that was cancelled before its email went out needs no confirmation. */
export const sendBookingConfirmationHandler = (deps: JobDependencies) =>
  handle(sendBookingConfirmation, async ({ memberId, bookingId }) => {
    const booking = await bookingById(deps.pool, bookingId);
    if (!booking) throw new Error(`The booking ${bookingId} is not in the read model yet`);
    if (booking.status !== 'confirmed') return;
    const kind = 'booking-confirmed';
    await sendToMember(deps, { memberId, kind, key: `${kind}/${bookingId}` }, ({ name }) =>
      bookingConfirmationEmail(deps.sender, { ...booking, name, level: booking.className }),
    );
  });
