import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function passkeyNoticeEmail(
  sender: Sender,
  { name, browser }: { name: string; browser: string },
): StudioEmail {
  return studioEmail(sender, {
    subject: `You can sign in with a passkey at ${sender.studioName}`,
    preview: `It was added with ${browser}.`,
    heading: `A passkey was added, ${firstName(name)}`,
    paragraphs: [
      `It was made with ${browser}, and signs you in there without your password. If that was you, there is nothing to do.`,
      'If it was not, someone is signed in as you. Change your password: that ends every passkey and signs out every other device.',
      { label: 'See my passkeys', path: '/account#passkeys' },
    ],
  });
}
