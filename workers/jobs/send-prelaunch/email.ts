import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function prelaunchEmail(
  sender: Sender,
  { name, unsubscribeToken }: { name: string; unsubscribeToken: string },
): StudioEmail {
  return studioEmail(sender, {
    subject: `${sender.studioName} is open for booking`,
    preview: 'The timetable is up, and your account is ready for it.',
    heading: `The timetable is up, ${firstName(name)}`,
    paragraphs: [
      'You told us you would like to come, and now you can: classes are open for booking up to seven days ahead.',
      { label: 'Choose a class', path: '/book-classes' },
      'Passes are on the home page, and any pass you have is waiting in your account.',
    ],
    mailingList: { text: 'You are on our mailing list.', unsubscribeToken },
  });
}
