import type { Rules } from '#domain/rules/rules.ts';
import { spellDays } from '#domain/rules/spelling.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function prelaunchEmail(
  sender: Sender,
  {
    name,
    rules,
    unsubscribeToken,
  }: { name: string; rules: Pick<Rules, 'bookingWindowDays'>; unsubscribeToken: string },
): StudioEmail {
  return studioEmail(sender, {
    subject: `${sender.studioName} is open for booking`,
    preview: 'The timetable is up, and your account is ready for it.',
    heading: `The timetable is up, ${firstName(name)}`,
    paragraphs: [
      `You told us you would like to come, and now you can: classes are open for booking up to ${spellDays(rules.bookingWindowDays)} ahead.`,
      { label: 'Choose a class', path: '/book-classes' },
      'Passes are on the home page, and any pass you have is waiting in your account.',
    ],
    mailingList: { text: 'You are on our mailing list.', unsubscribeToken },
  });
}
