import { formatEmail } from '#infra/mail/format-email.ts';
import type { TaughtClassRow } from '#projections/read-models/bookings/attendee-queries.ts';
import type { Attendee, TaughtClass } from '#services/contract/instructor.ts';
import { classType } from '#services/contract/values.ts';
import { instructorFallback } from './describe-class.ts';

function describeAttendee(row: TaughtClassRow['attendees'][number]): Attendee {
  const { id, userId, attended, createdAt, name, email, phone, isErased, hasHealthNotes, hasAnsweredHealth } =
    row;
  return {
    id,
    userId,
    status: 'confirmed',
    attended,
    createdAt: createdAt.toISOString(),
    user: isErased || name === null ? null : { name, email: formatEmail(email ?? ''), phone: phone ?? '' },
    hasHealthNotes,
    hasAnsweredHealth,
  };
}

/** A class for instructors. It reveals whether an attendee has health notes, never their content. */
export function describeTaughtClass({ attendees, startsAt, name, ...row }: TaughtClassRow): TaughtClass {
  const instructorName = row.instructorName || instructorFallback;
  return {
    ...row,
    name: classType.parse(name),
    startsAt: startsAt.toISOString(),
    instructorName,
    instructor: { id: row.instructorId, name: instructorName },
    bookings: attendees.map(describeAttendee),
  };
}
