import { handle } from '../../../infra/queue/define-job.ts';
import { bookingById } from '../../../projections/read-models/bookings/queries.ts';
import { sendToMember } from '../../emails/send-to-member.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { sendCancellation } from './definition.ts';
import { cancellationEmail } from './email.ts';

export const sendCancellationHandler = (deps: JobDependencies) =>
  handle(sendCancellation, async ({ memberId, bookingId }) => {
    const booking = await bookingById(deps.pool, bookingId);
    if (!booking) throw new Error(`The booking ${bookingId} is not in the read model yet`);
    const { status } = booking;
    if (status === 'confirmed') throw new Error(`The booking ${bookingId} still stands in the read model`);
    const kind = 'booking-cancelled';
    await sendToMember(deps, { memberId, kind, key: `${kind}/${bookingId}` }, ({ name }) =>
      cancellationEmail(deps.sender, { ...booking, status, name, level: booking.className }),
    );
  });
