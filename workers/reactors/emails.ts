import { job } from '../../infra/queue/define-job.ts';
import { sendBookingConfirmation } from '../jobs/send-booking-confirmation/definition.ts';
import { sendCancellation } from '../jobs/send-cancellation/definition.ts';
import { sendReceipt } from '../jobs/send-receipt/definition.ts';
import { sendWelcome } from '../jobs/send-welcome/definition.ts';
import type { Reactor } from './reactor.ts';

const dayMs = 86_400_000;

/** Which events a member hears of by email. */
export const emailReactor: Reactor = {
  name: 'emails',
  maxAgeMs: dayMs,
  react(event) {
    switch (event.type) {
      case 'MemberSignedUp':
        return [job(sendWelcome, { memberId: event.data.memberId }, event.data.memberId)];
      case 'LotGranted': {
        const { memberId, lotId, kind } = event.data;
        return kind === 'purchase' ? [job(sendReceipt, { memberId, lotId }, lotId)] : [];
      }
      case 'SeatBooked': {
        const { memberId, bookingId } = event.data;
        return [job(sendBookingConfirmation, { memberId, bookingId }, `booking-${bookingId}`)];
      }
      case 'SeatReleased': {
        const { memberId, bookingId } = event.data;
        return [job(sendCancellation, { memberId, bookingId }, `booking-${bookingId}`)];
      }
      default:
        return [];
    }
  },
};
