import { type Sender, type StudioEmail, studioEmail } from '../../emails/studio-email.ts';
import { firstName } from '../../emails/wording.ts';

export function accountDeletedEmail(sender: Sender, { name }: { name: string }): StudioEmail {
  return studioEmail(sender, {
    subject: `Your ${sender.studioName} account is deleted`,
    preview: 'Your details are erased. This is our last email to you.',
    heading: `Goodbye, ${firstName(name)}`,
    paragraphs: [
      'Your account is deleted, as you asked. Your classes to come are cancelled, a membership has ended, and you are off our mailing list.',
      'Your name, address, phone number and health answers are erased, here and in our records. What was booked and paid stays for seven years, without your name, because the law asks us to keep accounts.',
      'This is the last email we send you. You are welcome back whenever you like, with a new account.',
    ],
  });
}
