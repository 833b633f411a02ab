import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

interface ErasureDetails {
  readonly name: string;
  /** The only reference to the member that remains. */
  readonly memberId: string;
  /** False when retention erased an unused account. */
  readonly isRequested: boolean;
}

/** The certificate can not be attached, because it is issued after the key is destroyed; the member requests it by reference. */
export function accountDeletedEmail(
  sender: Sender,
  { name, memberId, isRequested }: ErasureDetails,
): StudioEmail {
  return studioEmail(sender, {
    subject: `Your ${sender.studioName} account is deleted`,
    preview: 'Your details are erased. This is our last email to you.',
    heading: `Goodbye, ${firstName(name)}`,
    paragraphs: [
      `Your account is deleted, ${isRequested ? 'as you asked' : 'as we told you, since it was not used for years'}. Your classes to come are cancelled, a membership has ended, and you are off our mailing list.`,
      'Your name, address, phone number and health answers are erased, here and in our records. What was booked and paid stays for seven years, without your name, because the law asks us to keep accounts.',
      `From here on we know you by this reference alone: ${memberId}. Should you ever want proof, ask us for the certificate of erasure under it.`,
      'This is the last email we send you. You are welcome back whenever you like, with a new account.',
    ],
  });
}
