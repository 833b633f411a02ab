import { readComplaint } from '#services/commands/complaint/read-complaint.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendOnce } from '#workers/emails/send-once.ts';
import { sendComplaintAnswer } from './definition.ts';
import { complaintAnswerEmail } from './email.ts';

export const sendComplaintAnswerHandler = defineJobHandler(
  sendComplaintAnswer,
  async (deps, { complaintId, answerId }) => {
    const complaint = await readComplaint(deps.eventStore, complaintId);
    const text = complaint?.answers.get(answerId);
    if (complaint === null || text === undefined) return;
    const kind = 'complaint-answer';
    await sendOnce(
      deps,
      { key: `${kind}/${complaintId}/${answerId}`, kind, memberId: null },
      complaint,
      complaintAnswerEmail(deps.sender, { name: complaint.name, text }),
    );
  },
);
