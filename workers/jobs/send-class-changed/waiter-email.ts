import { formatDayTime } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';
import { type ClassVersions, describeChange } from './email.ts';

interface WaitedChange extends ClassVersions {
  readonly name: string;
  readonly classId: number;
  /** The end of an offer that stays despite the change; null without one. */
  readonly offeredUntil: Date | null;
}

/** A change of a class that leaves its waitlist as it is. */
export function waitedClassChangedEmail(
  sender: Sender,
  { before, now, name, classId, offeredUntil }: WaitedChange,
): StudioEmail {
  const { hasMoved, was, shared } = describeChange({ before, now });
  return studioEmail(sender, {
    ...shared,
    heading: hasMoved ? 'The class you wait for has moved' : 'The class you wait for has changed',
    paragraphs: [
      `Hello ${firstName(name)}, we have changed a class whose waitlist you are on: ${was}. You keep your place.`,
      ...(offeredUntil === null
        ? []
        : [`The spot we keep for you is still yours until ${formatDayTime(offeredUntil)}.`]),
      'If you no longer want it, leave the waitlist. No pass was used.',
      { label: 'See the waitlist', path: `/waitlist/${classId}` },
    ],
  });
}
