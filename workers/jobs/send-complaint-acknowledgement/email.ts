import { formatDay } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

/** Does not repeat the complaint: the address is not proven, and the text could be anything. */
export const complaintAcknowledgementEmail = (
  sender: Sender,
  { name, receivedAt, dueAt }: { name: string; receivedAt: string; dueAt: Date },
): StudioEmail =>
  studioEmail(sender, {
    subject: 'We have your complaint',
    preview: 'What happens next with your complaint about your personal data.',
    heading: `We have your complaint, ${firstName(name)}`,
    paragraphs: [
      `Your complaint about your personal data reached us on ${formatDay(receivedAt)}. We look into it now and answer you at this address, by ${formatDay(dueAt)} at the latest.`,
      'If you want to add something, reply to this email. You can also complain to the Information Commissioner’s Office at ico.org.uk at any time.',
      'If you have not complained to us, someone gave us your address by mistake, and you can leave this email alone.',
    ],
  });
