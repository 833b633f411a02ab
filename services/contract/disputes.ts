import { z } from 'zod';
import { disputeStages } from '#domain/dispute/decide.ts';
import { type EvidenceField, evidenceFields, MAX_EVIDENCE_TEXT } from '#domain/dispute/evidence.ts';
import { commandAnswer } from './errors.ts';
import { linesText } from './text.ts';
import { instant } from './values.ts';

export const disputeId = z.string().regex(/^d[up]_[A-Za-z0-9]{1,250}$/, 'Use the id of a dispute');

/** What Stripe's evidence fields are called on screen and in the PDF. */
export const evidenceLabels: Readonly<Record<EvidenceField, string>> = {
  product_description: 'What was sold',
  customer_name: 'Customer’s name',
  customer_email_address: 'Customer’s email',
  service_date: 'Service date',
  uncategorized_text: 'Summary',
  refund_refusal_explanation: 'Why no refund is due',
  cancellation_rebuttal: 'Why the membership was not cancelled',
  duplicate_charge_id: 'The other payment',
  duplicate_charge_explanation: 'Why it is no duplicate',
  cancellation_policy_disclosure: 'How the cancellation policy was shown',
  refund_policy_disclosure: 'How the refund policy was shown',
  access_activity_log: 'Access log',
  receipt: 'Receipt',
  service_documentation: 'Service documentation',
  customer_communication: 'Emails to the customer',
  cancellation_policy: 'Cancellation policy',
  refund_policy: 'Refund policy',
  duplicate_charge_documentation: 'Receipt of the other payment',
};

const disputeEntry = z.object({
  id: z.string().describe('Stripe’s'),
  paymentIntentId: z.string(),
  memberId: z.string(),
  memberName: z.string().nullable().describe('null once the member is forgotten'),
  what: z.string().describe('The pass or the plan that was paid'),
  amountPence: z.number().int(),
  reason: z.string().describe('Stripe’s code'),
  stage: z
    .enum(disputeStages)
    .describe('`open`: takes evidence; `answered`: the bank decides; `overdue`: was not answered in time'),
  dueAt: instant.nullable().describe('Until when it takes evidence; null when the bank takes none'),
  answeredAt: instant.nullable().describe('When the evidence was sent from here'),
});
export type DisputeEntry = z.infer<typeof disputeEntry>;

/** GET /api/admin/disputes: those that take evidence first, the soonest due first; then the others, the latest change first. */
export const disputesAnswer = z.object({
  success: z.literal(true),
  disputes: z.array(disputeEntry),
  now: instant,
});
export type DisputesAnswer = z.infer<typeof disputesAnswer>;

const answerRecord = z.object({ at: instant, by: z.string(), sha256: z.string() });

const evidenceEntry = z.object({
  name: z.enum(evidenceFields).describe('Stripe’s name'),
  kind: z.enum(['text', 'file']).describe('`file`: sent as a PDF of the text'),
  text: z.string().describe('Empty of a file that was sent: Stripe keeps it'),
  limit: z.number().int().describe('The most characters'),
  cutBy: z.number().int().describe('How many characters did not fit'),
  source: z.string().describe('What the text was filled from'),
  fileId: z.string().nullable().describe('Stripe’s id of the file that was sent'),
});
export type EvidenceEntry = z.infer<typeof evidenceEntry>;

/** GET /api/admin/disputes/{id}/evidence: filled while it can be sent, else what Stripe has. */
export const evidenceAnswer = z.object({
  success: z.literal(true),
  dispute: disputeEntry,
  isErased: z.boolean().describe('The member is forgotten: the evidence names them by their id alone'),
  answer: answerRecord.nullable().describe('null when no evidence was sent from here'),
  fields: z.array(evidenceEntry),
  now: instant,
});
export type EvidenceAnswer = z.infer<typeof evidenceAnswer>;

const fields = z
  .partialRecord(
    z.enum(evidenceFields),
    linesText.max(MAX_EVIDENCE_TEXT, `Use at most ${MAX_EVIDENCE_TEXT.toLocaleString('en-GB')} characters`),
  )
  .describe('The texts that were changed; an empty one is not sent, a missing one as it is filled');

/** POST /api/admin/disputes/{id}/evidence.pdf: what would be sent. */
export const evidenceDraftBody = z.object({ fields });

/** POST /api/admin/disputes/{id}/evidence: sends it to the bank, once. */
export const evidenceBody = z.object({
  fields,
  requestKey: z.uuid('Use a UUID').describe('Of one answer: sent again, it is sent once'),
});
export type EvidenceBody = z.infer<typeof evidenceBody>;

export const evidenceSentAnswer = commandAnswer.extend({ answer: answerRecord });

/** GET and POST /api/admin/disputes/{id}/evidence.pdf */
export const evidencePdf = z.unknown().describe('A PDF of the evidence, to read');
