import { job } from '#infra/queue/define-job.ts';
import { advanceWaitlistJob } from '../jobs/advance-waitlist/definition.ts';
import { leaveOverlappingWaitlists } from '../jobs/leave-overlapping-waitlists/definition.ts';
import type { Reactor } from './reactor.ts';

/** Sees to the line of a class whenever a spot may have come free in it, in any way, or someone came to the line. */
export const waitlistReactor: Reactor = {
  name: 'waitlist',
  react(event) {
    switch (event.type) {
      case 'SeatReleased':
      case 'WaitlistLeft': {
        const { classId, reason } = event.data;
        return reason === 'class_cancelled' ? [] : [job(advanceWaitlistJob, { classId }, event.id)];
      }
      case 'ClassChanged':
      case 'ClassReopened':
      case 'OfferLapsed':
      case 'WaitlistJoined':
        return [job(advanceWaitlistJob, { classId: event.data.classId }, event.id)];
      default:
        return [];
    }
  },
};

/** Who is booked does not wait for another class at that time, whichever came first. */
export const overlapReactor: Reactor = {
  name: 'waitlist-overlaps',
  react(event) {
    switch (event.type) {
      case 'SeatBooked': {
        const { memberId, bookingId } = event.data;
        return [job(leaveOverlappingWaitlists, { memberId, since: { bookingId } }, event.id)];
      }
      case 'WaitlistJoined': {
        const { memberId, classId } = event.data;
        const since = { classId, revision: Number(event.revision) };
        return [job(leaveOverlappingWaitlists, { memberId, since }, event.id)];
      }
      default:
        return [];
    }
  },
};
