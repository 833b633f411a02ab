import { job } from '#infra/queue/define-job.ts';
import { settleBooking } from '../jobs/settle-booking/definition.ts';
import type { Reactor } from './reactor.ts';

/**
 * Settles the passes of seats that the studio gave back: nobody waits in line for those. What a member books or cancels
 * is settled by the request itself, and by the sweep should that die half-way.
 */
export const settlementReactor: Reactor = {
  name: 'settlement',
  react(event) {
    if (event.type !== 'SeatReleased' || event.data.reason !== 'class_cancelled') return [];
    const { bookingId, classId, memberId } = event.data;
    return [job(settleBooking, { bookingId, classId, memberId }, `released-${bookingId}`)];
  },
};
