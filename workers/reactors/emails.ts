import { millisecondsInDay } from 'date-fns/constants';
import type { PaymentEvent } from '#domain/payment/events.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { job } from '#infra/queue/define-job.ts';
import { REFUSED_BY_WALLET } from '#services/commands/payment/refund-refused.ts';
import { pushClassChanged } from '../jobs/push-class-changed/definition.ts';
import { retryAddress } from '../jobs/retry-address/definition.ts';
import { sendBookingConfirmation } from '../jobs/send-booking-confirmation/definition.ts';
import { sendCancellation } from '../jobs/send-cancellation/definition.ts';
import { sendClassChanged } from '../jobs/send-class-changed/definition.ts';
import { sendClosureNotice } from '../jobs/send-closure-notice/definition.ts';
import { sendNotBooked } from '../jobs/send-not-booked/definition.ts';
import { sendPassBack } from '../jobs/send-pass-back/definition.ts';
import { sendReceipt } from '../jobs/send-receipt/definition.ts';
import { sendRefundNotice } from '../jobs/send-refund-notice/definition.ts';
import { sendWelcome } from '../jobs/send-welcome/definition.ts';
import type { Reactor } from './reactor.ts';

type MoneyMovement = RecordedEvent<
  Extract<PaymentEvent, { type: 'PaymentRefunded' | 'PaymentRefundFailed' | 'PaymentDisputeWon' }>
>;

function toNoticeKind(event: MoneyMovement) {
  switch (event.type) {
    case 'PaymentRefunded':
      return event.data.reason === REFUSED_BY_WALLET ? 'refused' : 'refunded';
    case 'PaymentRefundFailed':
      return 'refund_failed';
    case 'PaymentDisputeWon':
      return 'dispute_won';
  }
}

/** Emails members about their events. */
export const emailReactor: Reactor = {
  name: 'emails',
  maxAgeMs: millisecondsInDay,
  react(event) {
    switch (event.type) {
      case 'MemberSignedUp':
        // A person who was brought over is invited on request of staff.
        if (event.data.importId !== undefined) return [];
        return [job(sendWelcome, { memberId: event.data.memberId }, event.data.memberId)];
      case 'LotGranted': {
        const { memberId, lotId, kind } = event.data;
        return kind === 'purchase' ? [job(sendReceipt, { memberId, lotId }, lotId)] : [];
      }
      case 'PurchaseNotBooked': {
        const { memberId, paymentIntentId, classId } = event.data;
        return [job(sendNotBooked, { memberId, paymentIntentId, classId }, paymentIntentId)];
      }
      case 'SeatBooked': {
        const { memberId, bookingId, source } = event.data;
        // A booking from the waitlist has its own email.
        if (source === 'waitlist') return [];
        return [job(sendBookingConfirmation, { memberId, bookingId }, `booking-${bookingId}`)];
      }
      case 'SeatReleased': {
        const { memberId, bookingId, reason } = event.data;
        // A member can undo a cancellation for a while, so a sweep sends that email. A move is in the email of the new booking.
        return reason !== 'removed' && reason !== 'class_cancelled'
          ? []
          : [job(sendCancellation, { memberId, bookingId }, `booking-${bookingId}`)];
      }
      case 'PassReturned': {
        const { memberId, bookingId, from } = event.data;
        // Of a late cancellation whose place another member took. Other passes are in the email about the booking's end.
        return from === 'forfeited'
          ? [job(sendPassBack, { memberId, bookingId }, `booking-${bookingId}`)]
          : [];
      }
      case 'ClassChanged': {
        const { classId, at } = event.data;
        const change = { eventId: event.id, revision: Number(event.revision), classId, at };
        return [job(sendClassChanged, change, event.id), job(pushClassChanged, change, event.id)];
      }
      case 'RefundMade': {
        const { memberId, paymentIntentId, amountPence, at } = event.data;
        const payload = { eventId: event.id, at, memberId, paymentIntentId, amountPence };
        return [job(sendRefundNotice, { ...payload, what: 'membership_refunded' }, event.id)];
      }
      case 'LotExtended':
      case 'LotExtensionWithdrawn': {
        const { memberId, lotId, expiresAt, at } = event.data;
        if (event.type === 'LotExtended' && event.data.because === undefined) return [];
        const what = event.type === 'LotExtended' ? ('extended' as const) : ('withdrawn' as const);
        return [
          job(sendClosureNotice, { memberId, lotId, expiresAt, what, at }, `${memberId}-${Date.parse(at)}`),
        ];
      }
      // A dispute itself concerns only the studio and the bank.
      case 'PaymentRefunded':
      case 'PaymentRefundFailed':
      case 'PaymentDisputeWon': {
        const { memberId, paymentIntentId, amountPence, at } = event.data;
        const moved = { eventId: event.id, at, memberId, paymentIntentId, amountPence };
        return [job(sendRefundNotice, { ...moved, what: toNoticeKind(event) }, event.id)];
      }
      case 'AddressCleared': {
        const { memberId, by } = event.data;
        return by === 'member' ? [job(retryAddress, { memberId, eventId: event.id }, event.id)] : [];
      }
      default:
        return [];
    }
  },
};
