import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function signInCodeEmail(
  sender: Sender,
  { name, code, token }: { name: string; code: string; token: string },
): StudioEmail {
  return studioEmail(sender, {
    subject: `Your code to sign in at ${sender.studioName}`,
    preview: `${code} is your code. It works for 10 minutes.`,
    heading: `${code} is your code, ${firstName(name)}`,
    paragraphs: [
      'Type it where you asked for it. Or sign in on this device with the link:',
      { label: 'Sign me in here', path: `/sign-in?token=${token}` },
      'Code and link work for 10 minutes, and one of them once. We never ask you for the code by phone or message: anyone who has it can sign in as you.',
      'If you did not ask for it, leave this email be: nobody is signed in without it.',
    ],
  });
}
