import type { Rules } from '#domain/rules/rules.ts';
import { spellDays } from '#domain/rules/spelling.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function welcomeEmail(
  sender: Sender,
  {
    name,
    rules,
    proofToken,
    unsubscribeToken,
  }: {
    name: string;
    rules: Pick<Rules, 'bookingWindowDays'>;
    proofToken: string;
    /** null without consent to the newsletter. */
    unsubscribeToken: string | null;
  },
): StudioEmail {
  return studioEmail(sender, {
    subject: `Welcome to ${sender.studioName}`,
    preview: 'Your account is ready. Here is how your first class works.',
    heading: `Welcome, ${firstName(name)}`,
    paragraphs: [
      `Your account is ready. Choose a class pass, then book any class up to ${spellDays(rules.bookingWindowDays)} ahead.`,
      { label: 'Book your first class', path: '/book-classes' },
      'Please arrive five minutes early and bring grip socks; we sell them at the studio too.',
      'One click tells us that this is your address, so that we can help you when something goes wrong.',
      { label: 'This is my address', path: `/verify-email?token=${proofToken}` },
    ],
    ...(unsubscribeToken === null
      ? {}
      : {
          mailingList: {
            text: 'You are on our mailing list, as we said when you created your account.',
            unsubscribeToken,
          },
        }),
  });
}
