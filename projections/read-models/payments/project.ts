import { ABANDONED } from '#domain/payment/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import type { DeltasOf } from '#projections/definition/table.ts';
import { payments } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  const applyRefund = (data: { paymentIntentId: string; at: string }, deltas: DeltasOf<typeof payments>) => {
    const key = { payment_intent_id: data.paymentIntentId };
    write.add(payments, key, deltas);
    write.patch(payments, key, { money_back_at: data.at });
  };
  switch (event.type) {
    case 'PaymentStarted': {
      const { paymentIntentId, memberId, passId, passName, passes, amountPence, booking, at } = event.data;
      write.put(payments, {
        payment_intent_id: paymentIntentId,
        member_id: memberId,
        pass_id: passId,
        pass_name: passName,
        passes,
        price_pence: amountPence,
        state: 'started',
        class_id: booking?.classId ?? null,
        booking_state: booking === undefined ? null : 'open',
        refunded_pence: 0,
        disputed_pence: 0,
        started_at: at,
        changed_at: at,
      });
      break;
    }
    case 'PaymentFailed': {
      const { paymentIntentId, reason, at } = event.data;
      const state = reason === ABANDONED ? 'abandoned' : 'failed';
      write.patch(payments, { payment_intent_id: paymentIntentId }, { state, changed_at: at });
      break;
    }
    case 'PaymentSucceeded': {
      const { paymentIntentId, at } = event.data;
      write.patch(payments, { payment_intent_id: paymentIntentId }, { state: 'paid', changed_at: at });
      break;
    }
    case 'PurchaseBooked':
    case 'PurchaseNotBooked': {
      const { paymentIntentId } = event.data;
      const booking_state = event.type === 'PurchaseBooked' ? 'booked' : 'not_booked';
      write.patch(payments, { payment_intent_id: paymentIntentId }, { booking_state });
      break;
    }
    case 'LotGranted': {
      const { paymentIntentId, lotId, at } = event.data;
      if (paymentIntentId === null) break;
      const granted = { state: 'granted', lot_id: lotId, changed_at: at };
      write.patch(payments, { payment_intent_id: paymentIntentId }, granted);
      break;
    }
    case 'PaymentRefunded':
      applyRefund(event.data, { refunded_pence: event.data.amountPence });
      break;
    case 'PaymentRefundFailed':
      applyRefund(event.data, { refunded_pence: -event.data.amountPence });
      break;
    case 'PaymentDisputed':
      applyRefund(event.data, { disputed_pence: event.data.amountPence });
      break;
    case 'PaymentDisputeWon':
      applyRefund(event.data, { disputed_pence: -event.data.amountPence });
      break;
    case 'MemberRecordsRemoved':
      write.removeAll(payments, { column: 'member_id', is: event.data.memberId });
      break;
    default:
  }
}

export const paymentsProjection: Projection = { name: 'payments', version: 4, tables: [payments], project };
