import { type Sender, type StudioEmail, studioEmail } from '../../emails/studio-email.ts';
import { firstName } from '../../emails/wording.ts';

export function welcomeEmail(sender: Sender, { name }: { name: string }): StudioEmail {
  return studioEmail(sender, {
    subject: `Welcome to ${sender.studioName}`,
    preview: 'Your account is ready. Here is how your first class works.',
    heading: `Welcome, ${firstName(name)}`,
    paragraphs: [
      'Your account is ready. Choose a class pass, then book any class up to seven days ahead.',
      { label: 'Book your first class', path: '/book-classes' },
      'Please arrive five minutes early and bring grip socks; we sell them at the studio too.',
    ],
  });
}
