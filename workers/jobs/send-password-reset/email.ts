import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function passwordResetEmail(
  sender: Sender,
  { audience, name, token }: { audience: 'member' | 'staff'; name: string; token: string },
): StudioEmail {
  const isStaff = audience === 'staff';
  const path = isStaff ? '/staff/reset-password' : '/reset-password';
  return studioEmail(sender, {
    subject: `Choose a new ${isStaff ? 'staff ' : ''}password for ${sender.studioName}`,
    preview: 'The link works once, within the hour.',
    heading: `A new password, ${firstName(name)}`,
    paragraphs: [
      `You asked to reset ${isStaff ? 'the password of your staff account' : 'your password'}. Choose a new one here; you will be signed out on all your devices.`,
      { label: 'Reset my password', path: `${path}?token=${token}` },
      'The link works once, for one hour. If you did not ask for it, leave this email be: your password stays as it is.',
    ],
  });
}
