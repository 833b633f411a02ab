import { getComplaintDueAt } from '#domain/complaint/decide.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { complaintAnswers, complaints } from './tables.ts';

const getAnswerer = ({ metadata: { actor } }: StudioRecord): string =>
  actor.kind === 'staff' ? (actor.staffId ?? actor.role) : actor.kind;

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'ComplaintReceived': {
      const { complaintId, at } = event.data;
      write.put(complaints, {
        id: complaintId,
        sealed: event.sealed ?? null,
        received_at: at,
        due_at: getComplaintDueAt(new Date(at)).toISOString(),
        last_at: at,
      });
      break;
    }
    case 'ComplaintAcknowledged': {
      const { complaintId, at } = event.data;
      write.patch(complaints, { id: complaintId }, { acknowledged_at: at });
      break;
    }
    case 'ComplaintAnswered': {
      const { complaintId, answerId, at } = event.data;
      write.put(complaintAnswers, {
        complaint_id: String(complaintId),
        answer_id: answerId,
        sealed: event.sealed ?? null,
        answered_at: at,
        answered_by: getAnswerer(event),
      });
      write.patch(complaints, { id: complaintId }, { answered_at: at, last_at: at });
      break;
    }
    case 'ComplaintErased': {
      const { complaintId, at } = event.data;
      write.patch(complaints, { id: complaintId }, { sealed: null, erased_at: at });
      write.patchAll(complaintAnswers, { column: 'complaint_id', is: String(complaintId) }, { sealed: null });
      break;
    }
    default:
  }
}

export const complaintsProjection: Projection = {
  name: 'complaints',
  version: 1,
  tables: [complaints, complaintAnswers],
  project,
};
