import type { Pool } from 'pg';
import { toLondonDay } from '#domain/london-time.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readBookingPassState } from '#projections/read-models/booking-progress/queries.ts';
import { type BookingRow, readBookingById } from '#projections/read-models/bookings/queries.ts';
import { readClosureOn } from '#projections/read-models/closures/queries.ts';
import { readLotsOfMember } from '#projections/read-models/wallet/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendCancellation } from './definition.ts';
import { cancellationEmail } from './email.ts';

/** Reads the state of the pass, and its lot's expiry, which a cancellation by the studio may have extended. */
async function readPassState(
  pool: Pool,
  { id, userId, lotId, passReturned, refillable }: BookingRow,
  now: Date,
) {
  if (passReturned !== true) return { pass: refillable ? ('refillable' as const) : ('lost' as const) };
  if ((await readBookingPassState(pool, id)) !== 'returned') {
    throw new NotProjectedYet(`The returned pass of the booking ${id}`);
  }
  const lot = (await readLotsOfMember(pool, userId)).find((one) => one.lotId === lotId);
  if (lot === undefined) throw new NotProjectedYet(`The lot ${lotId}`);
  const passExpiresAt = lot.expiresAt;
  // The lot was refunded, so a returned pass is taken back immediately.
  if (lot.recalled > 0 && lot.available === 0) return { pass: 'refunded' as const, passExpiresAt };
  if (passExpiresAt >= now) return { pass: 'back' as const, passExpiresAt };
  return { pass: lot.kind === 'membership' ? ('month_over' as const) : ('lapsed' as const), passExpiresAt };
}

export const sendCancellationHandler = defineJobHandler(
  sendCancellation,
  async (deps, { memberId, bookingId }) => {
    const booking = await readBookingById(deps.pool, bookingId);
    if (!booking) throw new NotProjectedYet(`The booking ${bookingId}`);
    const { status } = booking;
    // Undone in the meantime, or moved to another class.
    if (status === 'moved' || status === 'undone') return;
    if (status === 'confirmed')
      throw new Error(`The booking ${bookingId} is still confirmed in the read model`);
    const passState = await readPassState(deps.pool, booking, deps.clock.now());
    const closure =
      status === 'class_cancelled'
        ? await readClosureOn(deps.pool, toLondonDay(booking.startsAt))
        : undefined;
    const details = { ...booking, ...passState, status, closedFor: closure?.reason ?? null };
    const kind = 'booking-cancelled';
    await sendToMember(deps, { memberId, kind, key: `${kind}/${bookingId}` }, ({ name }) =>
      cancellationEmail(deps.sender, { ...details, name, level: booking.className }),
    );
  },
);
