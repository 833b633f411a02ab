import type { WithdrawalReason } from '#domain/class/events.ts';
import { formatDayTime } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';
import { describeClass, getPagePath, listClassFacts, type WaitlistedClass } from './email.ts';

const withdrawals: Record<WithdrawalReason, string> = {
  capacity: 'it has fewer places now',
  marked_full: 'we have marked it as full',
  moved: 'we have moved the class to another time',
};

/** The studio took back an offer, and no other was made since. */
export function offerWithdrawnEmail(
  sender: Sender,
  details: WaitlistedClass & { because: WithdrawalReason },
): StudioEmail {
  const { because } = details;
  return studioEmail(sender, {
    subject: `We had to take back your spot: ${describeClass(details)}`,
    preview: 'No pass was used, and you are still on the waitlist.',
    heading: 'We had to take back your spot',
    paragraphs: [
      `We are sorry, ${firstName(details.name)}: the spot that we kept for you in this class is withdrawn, because ${withdrawals[because]}. No pass was used.`,
      'You keep your place on the waitlist. If the spot comes back, we offer it to you again.',
      { label: 'See the waitlist', path: getPagePath(details) },
    ],
    facts: listClassFacts(details),
  });
}

/** The class moved to another day or by more than two hours: does the member still want it? */
export function waitlistAskedEmail(
  sender: Sender,
  details: WaitlistedClass & { joinedFor: Date; lostOffer: boolean },
): StudioEmail {
  const { joinedFor, lostOffer } = details;
  return studioEmail(sender, {
    subject: `Do you still want it? Moved to ${describeClass(details)}`,
    preview: `You joined its waitlist for ${formatDayTime(joinedFor)}.`,
    heading: 'The class you wait for has moved',
    paragraphs: [
      `Hello ${firstName(details.name)}, you joined the waitlist of a class on ${formatDayTime(joinedFor)}. We have moved it to ${formatDayTime(details.startsAt)}.`,
      ...(lostOffer
        ? ['The spot that we kept for you was for the old time, so it is withdrawn. No pass was used.']
        : []),
      'Do you still want it? Until you say so, we keep your place on the waitlist and book you into nothing.',
      { label: 'Keep my place, or leave', path: getPagePath(details) },
    ],
    facts: listClassFacts(details),
  });
}
