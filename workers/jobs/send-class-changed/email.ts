import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime } from '#domain/london-time.ts';
import type { ClassVersion } from '#projections/read-models/schedule/queries.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

interface Difference {
  readonly label: string;
  readonly was: string;
  readonly is: string;
}

export interface ClassVersions {
  readonly before: ClassVersion;
  readonly now: ClassVersion;
}

const formatLength = ({ duration }: ClassVersion) => `${duration} minutes`;
const instructorOf = ({ instructorName }: ClassVersion) => instructorName || 'another instructor';

/** Lists differences that concern booked and waiting members; empty when only the capacity changed. */
export function listClassDifferences({ before, now }: ClassVersions): Difference[] {
  const all = [
    { label: 'When', was: formatDayTime(before.startsAt), is: formatDayTime(now.startsAt) },
    { label: 'Length', was: formatLength(before), is: formatLength(now) },
    { label: 'Class', was: levelName(before.level), is: levelName(now.level) },
    { label: 'Instructor', was: instructorOf(before), is: instructorOf(now) },
  ];
  return all.filter(({ was, is }) => was !== is);
}

/** Content that booked and waiting members get alike. */
export function describeChange({ before, now }: ClassVersions) {
  const different = listClassDifferences({ before, now });
  const hasMoved = before.startsAt.getTime() !== now.startsAt.getTime();
  const was = `${levelName(before.level)}, ${formatDayTime(before.startsAt)}`;
  const shared = {
    subject: hasMoved ? `Moved to ${formatDayTime(now.startsAt)}: ${was}` : `Changed: ${was}`,
    preview: different.map(({ label, is }) => `${label}: ${is}`).join('. '),
    notification: 'changes of your classes',
    facts: different.map(({ label, was: old, is }) => ({ label, value: `${is} (was ${old})` })),
  };
  return { hasMoved, was, shared };
}

export function classChangedEmail(
  sender: Sender,
  { before, now, name }: ClassVersions & { readonly name: string },
): StudioEmail {
  const { hasMoved, was, shared } = describeChange({ before, now });
  return studioEmail(sender, {
    ...shared,
    heading: hasMoved ? 'Your class has moved' : 'Your class has changed',
    paragraphs: [
      `Hello ${firstName(name)}, we have changed a class that you are booked in: ${was}. Your booking stands.`,
      ...(hasMoved
        ? [
            `If the new time does not suit you, you can cancel until it begins, ${formatDayTime(now.startsAt)}, and your pass comes back.`,
          ]
        : []),
      { label: 'See my classes', path: '/my-classes' },
    ],
  });
}
