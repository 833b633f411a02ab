import { job } from '#infra/queue/define-job.ts';
import { advanceWaitlistJob } from '../jobs/advance-waitlist/definition.ts';
import { leaveOverlappingWaitlists } from '../jobs/leave-overlapping-waitlists/definition.ts';
import type { Reactor } from './reactor.ts';

/** Advances a waitlist whenever a spot may be free, for any reason, or a member joined. */
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
      case 'ReservationLapsed':
      case 'WaitlistConfirmed':
      case 'WaitlistJoined':
        return [job(advanceWaitlistJob, { classId: event.data.classId }, event.id)];
      default:
        return [];
    }
  },
};

/** Removes a booked member from waitlists of overlapping classes, in whichever order booking and waitlist entry happened. */
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
