import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime, formatLongDay } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

interface ReturnedPass {
  readonly name: string;
  readonly level: string;
  readonly startsAt: Date;
  readonly passName: string;
  readonly passExpiresAt: Date;
}

export function passBackEmail(
  sender: Sender,
  { name, level, startsAt, passName, passExpiresAt }: ReturnedPass,
): StudioEmail {
  const what = `${levelName(level)} on ${formatDayTime(startsAt)}`;
  return studioEmail(sender, {
    subject: 'Your pass is back: someone took your place',
    preview: `Someone took your place in ${what}.`,
    heading: `Your pass is back, ${firstName(name)}`,
    paragraphs: [
      `You cancelled ${what} too late to keep your pass. Someone else has taken your place since, so the pass came back.`,
      `It is in your ${passName} again, to use by ${formatLongDay(passExpiresAt)}.`,
      { label: 'Book another class', path: '/book-classes' },
    ],
  });
}
