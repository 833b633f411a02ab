import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function passwordResetEmail(
  sender: Sender,
  { name, token }: { name: string; token: string },
): StudioEmail {
  return studioEmail(sender, {
    subject: `Choose a new password for ${sender.studioName}`,
    preview: 'The link works once, within the hour.',
    heading: `A new password, ${firstName(name)}`,
    paragraphs: [
      'You asked to reset your password. Choose a new one here; you will be signed out on all your devices.',
      { label: 'Reset my password', path: `/reset-password?token=${token}` },
      'The link works once, for one hour. If you did not ask for it, leave this email be: your password stays as it is.',
    ],
  });
}
