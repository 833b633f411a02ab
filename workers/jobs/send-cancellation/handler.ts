import type { Pool } from 'pg';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { passOfBooking } from '#projections/read-models/booking-progress/queries.ts';
import { type BookingRow, bookingById } from '#projections/read-models/bookings/queries.ts';
import { lotsOf } from '#projections/read-models/wallet/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendCancellation } from './definition.ts';
import { cancellationEmail } from './email.ts';

/** What became of the pass, and until when its lot lasts now: the studio's giving back may have extended it. */
async function endOfPass(pool: Pool, { id, userId, lotId, passReturned }: BookingRow, now: Date) {
  if (passReturned !== true) return { pass: 'lost' as const };
  if ((await passOfBooking(pool, id)) !== 'returned') {
    throw new NotProjectedYet(`The way back of the pass of the booking ${id}`);
  }
  const lot = (await lotsOf(pool, userId)).find((one) => one.lotId === lotId);
  if (lot === undefined) throw new NotProjectedYet(`The lot ${lotId}`);
  const passExpiresAt = lot.expiresAt;
  // Of a lot that was paid back, a pass that comes back goes on at once.
  if (lot.recalled > 0 && lot.available === 0) return { pass: 'refunded' as const, passExpiresAt };
  if (passExpiresAt >= now) return { pass: 'back' as const, passExpiresAt };
  return { pass: lot.kind === 'membership' ? ('month_over' as const) : ('lapsed' as const), passExpiresAt };
}

export const sendCancellationHandler = defineJobHandler(
  sendCancellation,
  (deps) =>
    async ({ memberId, bookingId }) => {
      const booking = await bookingById(deps.pool, bookingId);
      if (!booking) throw new NotProjectedYet(`The booking ${bookingId}`);
      const { status } = booking;
      // Undone since, or moved to another class.
      if (status === 'moved' || status === 'undone') return;
      if (status === 'confirmed') throw new Error(`The booking ${bookingId} still stands in the read model`);
      const end = await endOfPass(deps.pool, booking, deps.clock.now());
      const kind = 'booking-cancelled';
      await sendToMember(deps, { memberId, kind, key: `${kind}/${bookingId}` }, ({ name }) =>
        cancellationEmail(deps.sender, { ...booking, ...end, status, name, level: booking.className }),
      );
    },
);
