import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { answerComplaint } from '#services/commands/complaint/answer-complaint.ts';
import { receiveComplaint } from '#services/commands/complaint/receive-complaint.ts';
import { eraseComplaintJob } from '#workers/jobs/erase-complaint/definition.ts';
import { notifyStudioOfComplaint } from '#workers/jobs/notify-studio-of-complaint/definition.ts';
import { sendComplaintAcknowledgement } from '#workers/jobs/send-complaint-acknowledgement/definition.ts';
import { sendComplaintAnswer } from '#workers/jobs/send-complaint-answer/definition.ts';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';

async function receive(cell: Cell, agoMs = 0): Promise<number> {
  const complaintId = await cell.nextId('complaint_id_seq');
  cell.streams.add(`complaint-${complaintId}`);
  const { position } = await receiveComplaint(
    { ...cell.studio.surviving, nextComplaintId: async () => complaintId },
    { name: `Com ${cell.tag}`, email: cell.email('com'), text: 'You write to my old address.' },
    cell.context(agoMs),
  );
  await cell.studio.waitForReadModels(position);
  return complaintId;
}

/** Complaints about personal data, from the form to their erasure. */
export const complaintScenarios: readonly Scenario[] = [
  {
    covers: ['complaint/receive-complaint'],
    async prepare(cell) {
      const body = {
        name: `Com ${cell.tag}`,
        email: cell.email('com'),
        text: 'You write to my old address.',
        requestKey: randomUUID(),
      };
      return () => cell.request(null, 'POST', '/api/complaints', body);
    },
  },
  {
    covers: ['job send-complaint-acknowledgement', 'complaint/acknowledge-complaint'],
    async prepare(cell) {
      const complaintId = await receive(cell);
      return () => cell.runJob(sendComplaintAcknowledgement, { complaintId });
    },
  },
  {
    covers: ['job notify-studio-of-complaint'],
    async prepare(cell) {
      const complaintId = await receive(cell);
      const receivedAt = cell.studio.now().toISOString();
      return () => cell.runJob(notifyStudioOfComplaint, { complaintId, receivedAt });
    },
  },
  {
    covers: ['complaint/answer-complaint'],
    async prepare(cell) {
      const path = `/api/admin/complaints/${await receive(cell)}/answer`;
      const answer = { text: 'It is corrected.', requestKey: randomUUID() };
      return () => cell.request(cell.shared.admin, 'POST', path, answer);
    },
  },
  {
    covers: ['job send-complaint-answer'],
    async prepare(cell) {
      const complaintId = await receive(cell);
      const answerId = randomUUID();
      const answer = { complaintId, answerId, text: 'It is corrected.' };
      await answerComplaint(cell.studio.surviving, answer, cell.context());
      return () => cell.runJob(sendComplaintAnswer, { complaintId, answerId });
    },
  },
  {
    covers: ['job erase-complaint', 'complaint/erase-complaint'],
    acceptedDifferences: [
      {
        lines: /^\+ mail complaint-acknowledgement to com$/,
        reason: 'the sweep acknowledged it before it was erased',
      },
    ],
    async prepare(cell) {
      const complaintId = await receive(cell, 3 * 366 * millisecondsInDay);
      return () => cell.runJob(eraseComplaintJob, { complaintId });
    },
  },
];
