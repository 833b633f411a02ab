import { formatEmail } from '#infra/mail/format-email.ts';
import type { ClassBookingRow, RecentBookingRow } from '#projections/read-models/bookings/queries.ts';
import type { WaitlistMemberRow } from '#projections/read-models/waitlist/queries.ts';
import type { ClassBookingsAnswer, RecentBooking } from '#services/contract/admin-schedule.ts';
import { classType } from '#services/contract/values.ts';
import { instructorFallback } from './describe-class.ts';

type UserColumns = Pick<ClassBookingRow, 'userId' | 'userName' | 'userEmail' | 'userPhone'>;

const toUser = ({ userId: id, userName: name, userEmail: email, userPhone: phone }: UserColumns) => ({
  id,
  name,
  email: email && formatEmail(email),
  phone,
});

/** A booking in the admin's panel of its class. */
export function describeClassBooking(row: ClassBookingRow): ClassBookingsAnswer['bookings'][number] {
  const { id, userId, status, attended, createdAt, passName, passExpiresAt } = row;
  return {
    id,
    userId,
    status,
    attended,
    createdAt: createdAt.toISOString(),
    user: toUser(row),
    pass: { name: passName, expiresAt: passExpiresAt.toISOString() },
  };
}

/** An entry of a class's waitlist. */
export function describeWaitlistEntry(
  row: WaitlistMemberRow,
  position: number,
): ClassBookingsAnswer['waitlist'][number] {
  return {
    position,
    userId: row.userId,
    name: row.userName,
    joinedAt: row.joinedAt.toISOString(),
    offeredUntil: row.offeredUntil?.toISOString() ?? null,
    isAsked: row.askedJoinedFor !== null,
  };
}

/** A row of Recent Bookings. */
export function describeRecentBooking(row: RecentBookingRow): RecentBooking {
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    attended: row.attended,
    createdAt: row.createdAt.toISOString(),
    user: toUser(row),
    class: {
      id: row.classId,
      name: classType.parse(row.className),
      date: row.date,
      time: row.time,
      startsAt: row.startsAt.toISOString(),
      instructorName: row.instructorName || instructorFallback,
    },
  };
}
