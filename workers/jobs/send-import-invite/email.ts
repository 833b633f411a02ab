import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, formatPasses } from '#workers/emails/wording.ts';

interface Invitation {
  readonly name: string;
  readonly token: string;
  readonly days: number;
  /** What was brought over and can be used, one line for each lot. */
  readonly lots: readonly { readonly passName: string; readonly available: number; readonly until: string }[];
}

export function importInviteEmail(sender: Sender, { name, token, days, lots }: Invitation): StudioEmail {
  return studioEmail(sender, {
    subject: `Your account at ${sender.studioName} is ready`,
    preview: 'Choose a password, and book as before.',
    heading: `We have moved, ${firstName(name)}`,
    paragraphs: [
      `${sender.studioName} has a new booking system, and your account is in it already. Choose a password to sign in and book.`,
      { label: 'Choose my password', path: `/reset-password?token=${token}` },
      `The link works once, for ${days} days. Later, “Forgot password?” on the sign-in page does the same.`,
    ],
    facts: lots.map(({ passName, available, until }) => ({
      label: passName,
      value: `${formatPasses(available)}, to use by ${until}`,
    })),
  });
}
