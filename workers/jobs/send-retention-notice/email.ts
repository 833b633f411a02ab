import { formatLongDay } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function retentionNoticeEmail(
  sender: Sender,
  { name, erasedFrom }: { name: string; erasedFrom: Date },
): StudioEmail {
  const day = formatLongDay(erasedFrom);
  return studioEmail(sender, {
    subject: `Your ${sender.studioName} account will be deleted on ${day}`,
    preview: 'Sign in once and it stays.',
    heading: `It has been a while, ${firstName(name)}`,
    paragraphs: [
      `You have not been with us for a long time. We keep personal details only as long as they are of use, so we will delete your account on ${day}.`,
      'If you would like to keep it, sign in once before then. You need do nothing else.',
      { label: 'Keep my account', path: '/' },
      'If you do nothing, your name, address, phone number and health answers are erased. What was booked and paid stays without your name for as long as the law asks us to keep accounts.',
    ],
  });
}
