import type {
  CurrentWaitRow,
  WaitlistHistoryRow,
  WaitlistStatusRow,
} from '#projections/read-models/waitlist/queries.ts';
import { classType } from '#services/contract/values.ts';
import type { MyWaitlist, WaitlistEvent, WaitlistStatus } from '#services/contract/waitlist.ts';
import { instructorFallback } from './describe-class.ts';

/** The waitlist of a class for one member, with an offer only while it can be claimed. */
export function describeWaitlistStatus(row: WaitlistStatusRow, now: Date): WaitlistStatus {
  const { waitlistCount, position, offeredUntil, askedJoinedFor } = row;
  const isOffered = offeredUntil !== null && offeredUntil >= now;
  return {
    isOnWaitlist: position !== null,
    waitlistCount,
    position,
    offer: isOffered ? { until: offeredUntil.toISOString() } : null,
    question: askedJoinedFor === null ? null : { joinedFor: askedJoinedFor.toISOString() },
  };
}

/** A class in My Classes whose waitlist the member is on. */
export function describeWaitlistedClass(row: CurrentWaitRow, now: Date): MyWaitlist {
  return {
    ...describeWaitlistStatus(row, now),
    position: row.position,
    joinedAt: row.joinedAt.toISOString(),
    overlaps: row.overlaps,
    class: {
      id: row.classId,
      name: classType.parse(row.className),
      date: row.date,
      time: row.time,
      duration: row.duration,
      instructorId: row.instructorId,
      instructorName: row.instructorName || instructorFallback,
      startsAt: row.startsAt.toISOString(),
    },
  };
}

export function describeWaitlistEvent({ at, what, isMine, reason }: WaitlistHistoryRow): WaitlistEvent {
  return { at: at.toISOString(), what, mine: isMine, reason };
}
