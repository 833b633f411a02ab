import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime, formatLongDay, toLondonDay } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

interface Purchase {
  readonly name: string;
  readonly classId: number;
  readonly level: string;
  readonly startsAt: Date;
  /** The class does not take place any more. */
  readonly isCancelled: boolean;
  readonly passName: string;
  readonly passExpiresAt: Date;
}

export function notBookedEmail(
  sender: Sender,
  { name, classId, level, startsAt, isCancelled, passName, passExpiresAt }: Purchase,
): StudioEmail {
  const what = `${levelName(level)} on ${formatDayTime(startsAt)}`;
  const path = `/book-classes?date=${toLondonDay(startsAt)}`;
  return studioEmail(sender, {
    subject: 'Your pass is here, but the class is not booked',
    preview: `${what} could not be booked.`,
    heading: `Your ${passName} is here, ${firstName(name)}`,
    paragraphs: [
      `Your payment came through, but ${what} could not be booked any more. You have no place in it.`,
      `Nothing is lost: all of your ${passName} is still yours, to use by ${formatLongDay(passExpiresAt)}.`,
      isCancelled
        ? { label: 'Book another class', path }
        : { label: 'Join its waitlist, or book another class', path: `${path}&class=${classId}` },
    ],
  });
}
