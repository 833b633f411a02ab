import { isForgotten } from '#domain/event.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { refundRequests } from './tables.ts';

interface Request {
  readonly paymentIntentId: string;
  readonly requestKey: string;
  readonly memberId: string;
  readonly at: string;
}

const keyOf = ({ paymentIntentId, requestKey }: Request) => ({
  payment_intent_id: paymentIntentId,
  request_key: requestKey,
});

function putRequest(request: Request, what: { mode: string; amount_pence: number }, write: Writer): void {
  write.put(refundRequests, {
    ...keyOf(request),
    ...what,
    member_id: request.memberId,
    reason: null,
    state: 'requested',
    requested_at: request.at,
  });
}

function project({ type, data }: StudioRecord, write: Writer): void {
  switch (type) {
    case 'RefundRequested':
      putRequest(data, { mode: data.mode, amount_pence: data.amountPence }, write);
      break;
    case 'WithdrawalRequested':
      putRequest(data, { mode: 'withdrawal', amount_pence: 0 }, write);
      break;
    case 'RefundReasonGiven':
      if (!isForgotten(data.personal))
        write.patch(refundRequests, keyOf(data), { reason: data.personal.reason });
      break;
    case 'RefundMade':
      write.patch(refundRequests, keyOf(data), { state: 'made' });
      break;
    case 'RefundRefused':
      write.patch(refundRequests, keyOf(data), { state: 'refused' });
      break;
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
