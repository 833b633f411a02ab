import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { disputeAnswers, disputedLots, disputes } from './tables.ts';

function project({ type, data }: StudioRecord, write: Writer): void {
  switch (type) {
    case 'DisputeReported':
      write.put(disputes, {
        dispute_id: data.disputeId,
        payment_intent_id: data.paymentIntentId,
        member_id: data.memberId,
        amount_pence: data.amountPence,
        reason: data.reason,
        status: data.status,
        due_at: data.dueAt,
        changed_at: data.at,
      });
      break;
    case 'DisputeAnswered':
      write.put(disputeAnswers, {
        dispute_id: data.disputeId,
        member_id: data.memberId,
        sha256: data.sha256,
        answered_by: data.by,
        answered_at: data.at,
      });
      break;
    case 'LotRevoked':
      if (data.reason === 'dispute')
        write.put(disputedLots, { lot_id: data.lotId, member_id: data.memberId });
      break;
    case 'MemberRecordsRemoved':
      write.removeAll(disputes, { column: 'member_id', is: data.memberId });
      write.removeAll(disputeAnswers, { column: 'member_id', is: data.memberId });
      write.removeAll(disputedLots, { column: 'member_id', is: data.memberId });
      break;
    default:
  }
}

export const disputesProjection: Projection = {
  name: 'disputes',
  version: 2,
  tables: [disputes, disputeAnswers, disputedLots],
  project,
};
