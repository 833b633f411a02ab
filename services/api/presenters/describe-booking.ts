import type { BookingRow } from '#projections/read-models/bookings/queries.ts';
import type { MyBooking } from '#services/contract/bookings.ts';
import { describeMyClass } from './describe-class.ts';

/** A booking in My Classes. */
export function describeBooking(row: BookingRow, now: Date): MyBooking {
  return {
    id: row.id,
    classId: row.classId,
    userId: row.userId,
    status: row.status,
    attended: row.attended,
    createdAt: row.createdAt.toISOString(),
    cancellable: row.status === 'confirmed' && row.startsAt > now,
    freeCancellationUntil: row.freeUntil.toISOString(),
    rulesVersion: row.rulesVersion,
    passName: row.passName,
    passExpiresAt: row.passExpiresAt.toISOString(),
    passReturned: row.passReturned,
    refillable: row.refillable && row.passReturned !== true && row.startsAt > now,
    class: describeMyClass(row),
  };
}
