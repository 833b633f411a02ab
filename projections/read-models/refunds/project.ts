import { isForgotten } from '#domain/event.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { refundRequests } from './tables.ts';

function project({ type, data }: StudioRecord, write: Writer): void {
  switch (type) {
    case 'RefundRequested':
      write.put(refundRequests, {
        payment_intent_id: data.paymentIntentId,
        request_key: data.requestKey,
        member_id: data.memberId,
        mode: data.mode,
        amount_pence: data.amountPence,
        reason: null,
        state: 'requested',
        requested_at: data.at,
      });
      break;
    case 'WithdrawalRequested':
      write.put(refundRequests, {
        payment_intent_id: data.paymentIntentId,
        request_key: data.requestKey,
        member_id: data.memberId,
        mode: 'withdrawal',
        amount_pence: 0,
        reason: null,
        state: 'requested',
        requested_at: data.at,
      });
      break;
    case 'RefundReasonGiven':
    case 'RefundMade':
    case 'RefundRefused': {
      const key = { payment_intent_id: data.paymentIntentId, request_key: data.requestKey };
      if (type === 'RefundReasonGiven') {
        if (!isForgotten(data.personal)) write.patch(refundRequests, key, { reason: data.personal.reason });
      } else write.patch(refundRequests, key, { state: type === 'RefundMade' ? 'made' : 'refused' });
      break;
    }
    case 'MemberErased':
      write.patchAll(refundRequests, { column: 'member_id', is: data.memberId }, { reason: null });
      break;
    case 'MemberRecordsRemoved':
      write.removeAll(refundRequests, { column: 'member_id', is: data.memberId });
      break;
    default:
  }
}

export const refunds: Projection = { name: 'refunds', version: 1, tables: [refundRequests], project };
