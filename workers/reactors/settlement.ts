import { job } from '#infra/queue/define-job.ts';
import { applyClosureJob } from '../jobs/apply-closure/definition.ts';
import { settleBooking } from '../jobs/settle-booking/definition.ts';
import { settleMembershipJob } from '../jobs/settle-membership/definition.ts';
import type { Reactor } from './reactor.ts';

/**
 * Settles the passes of seats released by a cancelled class, because no request waits for those. Also settles those
 * of late cancellations whose place another member took, in case their request was interrupted. The request settles
 * what a member books or cancels, and a sweep does when that request is interrupted.
 * Cancels the classes of closing days, and lets passes last longer for them.
 * Also sends another plan to Stripe, should the request that chose it be interrupted.
 */
export const settlementReactor: Reactor = {
  name: 'settlement',
  react(event) {
    if (event.type === 'LateCancellationRefilled') {
      const { bookingId, classId, memberId } = event.data;
      return [job(settleBooking, { bookingId, classId, memberId }, `refilled-${bookingId}`)];
    }
    if (event.type === 'MembershipPlanChangeScheduled' || event.type === 'MembershipPlanChangeWithdrawn')
      return [job(settleMembershipJob, { subscriptionId: event.data.subscriptionId }, event.id)];
    if (event.type === 'ClosureSet' || event.type === 'ClosureLifted')
      return [job(applyClosureJob, { closureId: event.data.closureId }, event.id)];
    if (event.type !== 'SeatReleased' || event.data.reason !== 'class_cancelled') return [];
    const { bookingId, classId, memberId } = event.data;
    return [job(settleBooking, { bookingId, classId, memberId }, `released-${bookingId}`)];
  },
};
