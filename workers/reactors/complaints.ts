import { job } from '#infra/queue/define-job.ts';
import { notifyStudioOfComplaint } from '../jobs/notify-studio-of-complaint/definition.ts';
import { sendComplaintAcknowledgement } from '../jobs/send-complaint-acknowledgement/definition.ts';
import { sendComplaintAnswer } from '../jobs/send-complaint-answer/definition.ts';
import type { Reactor } from './reactor.ts';

/** Acknowledges complaints about data, reports them to the studio, and emails the answers. However late: the law wants these emails. */
export const complaintReactor: Reactor = {
  name: 'complaints',
  react({ type, data }) {
    switch (type) {
      case 'ComplaintReceived': {
        const { complaintId, at } = data;
        const key = `complaint-${complaintId}`;
        return [
          job(sendComplaintAcknowledgement, { complaintId }, key),
          job(notifyStudioOfComplaint, { complaintId, receivedAt: at }, key),
        ];
      }
      case 'ComplaintAnswered': {
        const { complaintId, answerId } = data;
        return [job(sendComplaintAnswer, { complaintId, answerId }, `complaint-${complaintId}/${answerId}`)];
      }
      default:
        return [];
    }
  },
};
