import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export const complaintAnswerEmail = (
  sender: Sender,
  { name, text }: { name: string; text: string },
): StudioEmail =>
  studioEmail(sender, {
    subject: 'Our answer to your complaint',
    preview: 'Our answer to your complaint about your personal data.',
    heading: `Our answer to your complaint, ${firstName(name)}`,
    paragraphs: [
      ...text.split(/\n{2,}/),
      'If this does not settle it, reply to this email, or complain to the Information Commissioner’s Office at ico.org.uk.',
    ],
  });
