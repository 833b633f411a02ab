import { getComplaintDueAt } from '#domain/complaint/decide.ts';
import { formatDay } from '#domain/london-time.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { studioEmail } from '#workers/emails/studio-email.ts';
import { performOnce } from '#workers/perform-once.ts';
import { notifyStudioOfComplaint } from './definition.ts';

/** The email has no personal data: who complained, and of what, is on the page alone. */
export const notifyStudioOfComplaintHandler = defineJobHandler(
  notifyStudioOfComplaint,
  async ({ pool, mail, sender, studioAddress }, { complaintId, receivedAt }) => {
    const kind = 'studio-complaint';
    const heading = 'A complaint about personal data';
    const content = studioEmail(sender, {
      subject: `${sender.studioName}: ${heading}`,
      preview: 'It waits for your answer.',
      heading,
      paragraphs: [
        `It came in on ${formatDay(receivedAt)} and is acknowledged by itself. Please answer it by ${formatDay(getComplaintDueAt(new Date(receivedAt)))}.`,
        { label: 'Read and answer it', path: '/admin/complaints' },
      ],
    });
    await performOnce(pool, { key: `${kind}/${complaintId}`, kind, memberId: null }, (idempotencyKey) =>
      mail.sendEmail({ to: studioAddress, kind, idempotencyKey, ...content }),
    );
  },
);
