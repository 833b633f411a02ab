import { z } from 'zod';
import { emailText, linesText, personName } from './text.ts';
import { instant, numericId, requestKey } from './values.ts';

const maxTextLength = 5_000;
const tooLong = 'Please keep this under 5,000 characters';

/** POST /api/complaints: anyone complains about how the studio uses their personal data. */
export const complaintBody = z.object({
  name: personName(2, 'Name must be at least 2 characters'),
  email: emailText,
  text: linesText.min(1, 'Please say what went wrong, in a sentence or two').max(maxTextLength, tooLong),
  requestKey,
});
export type ComplaintBody = z.infer<typeof complaintBody>;
export type ComplaintForm = z.input<typeof complaintBody>;

export const complaintEntry = z.object({
  id: numericId,
  complaint: z
    .object({ name: z.string(), email: z.string(), text: z.string() })
    .nullable()
    .describe('null once its retention period is over'),
  status: z.enum(['open', 'answered', 'erased']),
  receivedAt: instant,
  dueAt: instant.describe('The end of the last day on which it is acknowledged and answered in time'),
  acknowledgedAt: instant.nullable().describe('When the mail provider took the acknowledgement'),
  answers: z
    .array(z.object({ text: z.string().nullable(), at: instant, by: z.string() }))
    .describe('The first first'),
});
export type ComplaintEntry = z.infer<typeof complaintEntry>;

/** GET /api/admin/complaints: open ones first, the soonest due first; then the others, the latest first. */
export const complaintsAnswer = z.object({
  success: z.literal(true),
  complaints: z.array(complaintEntry),
  now: instant,
});
export type ComplaintsAnswer = z.infer<typeof complaintsAnswer>;

/** POST /api/admin/complaints/{id}/answer */
export const complaintAnswerBody = z.object({
  text: linesText.min(1, 'Please write the answer').max(maxTextLength, tooLong),
  requestKey,
});
