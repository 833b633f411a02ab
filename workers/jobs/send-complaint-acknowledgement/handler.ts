import { getComplaintDueAt } from '#domain/complaint/decide.ts';
import { acknowledgeComplaint } from '#services/commands/complaint/acknowledge-complaint.ts';
import { readComplaint } from '#services/commands/complaint/read-complaint.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendOnce } from '#workers/emails/send-once.ts';
import { sendComplaintAcknowledgement } from './definition.ts';
import { complaintAcknowledgementEmail } from './email.ts';

export const sendComplaintAcknowledgementHandler = defineJobHandler(
  sendComplaintAcknowledgement,
  async (deps, { complaintId }, { commandContext }) => {
    const complaint = await readComplaint(deps.eventStore, complaintId);
    if (complaint === null) return;
    const { name, receivedAt } = complaint;
    const kind = 'complaint-acknowledgement';
    await sendOnce(
      deps,
      { key: `${kind}/${complaintId}`, kind, memberId: null },
      complaint,
      complaintAcknowledgementEmail(deps.sender, {
        name,
        receivedAt,
        dueAt: getComplaintDueAt(new Date(receivedAt)),
      }),
    );
    await acknowledgeComplaint(deps, { complaintId }, commandContext());
  },
);
