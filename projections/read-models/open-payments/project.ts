import type { Projection, StudioRecord, Writer } from '../../core/projection.ts';
import { openPayments } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'PaymentStarted': {
      const { paymentIntentId, memberId, amountPence, at } = event.data;
      write.put(openPayments, {
        payment_intent_id: paymentIntentId,
        member_id: memberId,
        state: 'started',
        outstanding_pence: amountPence,
        started_at: at,
        changed_at: at,
      });
      break;
    }
    case 'PaymentFailed':
    case 'PaymentSucceeded': {
      const { paymentIntentId, at } = event.data;
      const state = event.type === 'PaymentFailed' ? 'failed' : 'paid';
      write.patch(openPayments, { payment_intent_id: paymentIntentId }, { state, changed_at: at });
      break;
    }
    case 'PaymentRefunded': {
      const { paymentIntentId, amountPence } = event.data;
      write.add(openPayments, { payment_intent_id: paymentIntentId }, { outstanding_pence: -amountPence });
      break;
    }
    case 'LotGranted': {
      const { paymentIntentId } = event.data;
      if (paymentIntentId !== null) write.remove(openPayments, { payment_intent_id: paymentIntentId });
      break;
    }
    default:
  }
}

export const openPaymentsProjection: Projection = {
  name: 'open-payments',
  version: 1,
  tables: [openPayments],
  project,
};
