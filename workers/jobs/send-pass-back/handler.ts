import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readBookingById } from '#projections/read-models/bookings/queries.ts';
import { readLotsOfMember } from '#projections/read-models/wallet/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendPassBack } from './definition.ts';
import { passBackEmail } from './email.ts';

export const sendPassBackHandler = defineJobHandler(sendPassBack, async (deps, { memberId, bookingId }) => {
  const booking = await readBookingById(deps.pool, bookingId);
  if (booking?.passReturned !== true)
    throw new NotProjectedYet(`The returned pass of the booking ${bookingId}`);
  // The member took the cancellation back, and has the class and no pass.
  if (booking.status === 'undone') return;
  const lot = (await readLotsOfMember(deps.pool, memberId)).find(({ lotId }) => lotId === booking.lotId);
  if (lot === undefined) throw new NotProjectedYet(`The lot ${booking.lotId}`);
  // The lot was refunded, so the pass was taken back immediately.
  if (lot.recalled > 0 && lot.available === 0) return;
  const kind = 'pass-back';
  await sendToMember(deps, { memberId, kind, key: `${kind}/${bookingId}` }, ({ name }) =>
    passBackEmail(deps.sender, {
      name,
      level: booking.className,
      startsAt: booking.startsAt,
      passName: lot.passName,
      passExpiresAt: lot.expiresAt,
    }),
  );
});
