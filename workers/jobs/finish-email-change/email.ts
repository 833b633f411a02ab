import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';

/** The email to the previous address. */
export function emailChangedEmail(sender: Sender): StudioEmail {
  return studioEmail(sender, {
    subject: `Your ${sender.studioName} account has another email address`,
    preview: 'We write to your new address from now on.',
    heading: 'Your email address was changed',
    paragraphs: [
      'Your account has another email address now. You sign in with that one, and this is our last email to this one.',
      'It was asked for with your password. If it was not you, answer this email at once, and we will help you to get your account back.',
    ],
  });
}
