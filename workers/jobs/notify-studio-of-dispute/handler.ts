import { getDisputeStage } from '#domain/dispute/decide.ts';
import { disputeDecider } from '#domain/dispute/decider.ts';
import { formatLondon } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import { formatDisputeNoticeKey } from '#projections/read-models/disputes/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { studioEmail } from '#workers/emails/studio-email.ts';
import { performOnce } from '#workers/perform-once.ts';
import { notifyStudioOfDispute } from './definition.ts';

/** Sends nothing once the dispute is answered, closed, overdue or due at another time. The email has no personal data. */
export const notifyStudioOfDisputeHandler = defineJobHandler(
  notifyStudioOfDispute,
  async ({ pool, mail, sender, studioAddress, deciders, clock }, { disputeId, dueAt }) => {
    const { answer, report } = (await deciders.load(disputeDecider, disputeId)).state;
    if (answer !== null || report === null || report.dueAt !== dueAt) return;
    if (getDisputeStage(report, clock.now()) !== 'open') return;
    const kind = 'dispute-due';
    const due = formatLondon(dueAt, 'EEEE d MMMM, HH:mm');
    const heading = 'A dispute waits for its evidence';
    const content = studioEmail(sender, {
      subject: `${sender.studioName}: ${heading}`,
      preview: `It is due on ${due}.`,
      heading,
      paragraphs: [
        `A bank disputes a payment, of ${formatPounds(report.amountPence)}. It takes evidence until ${due}; after that the money is lost.`,
        'The evidence is filled in. Read it, change what you want, and send it.',
        { label: 'Open the evidence', path: `/admin/disputes/${disputeId}` },
      ],
    });
    const key = formatDisputeNoticeKey({ disputeId, dueAt: new Date(dueAt) });
    await performOnce(pool, { key, kind, memberId: null }, (idempotencyKey) =>
      mail.sendEmail({ to: studioAddress, kind, idempotencyKey, ...content }),
    );
  },
);
