import { formatDayTime } from '#domain/london-time.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, levelName } from '#workers/emails/wording.ts';

interface InLine {
  readonly name: string;
  readonly classId: number;
  readonly level: string;
  readonly startsAt: Date;
  readonly instructorName: string;
}

const what = ({ level, startsAt }: InLine) => `${levelName(level)}, ${formatDayTime(startsAt)}`;
/** What cancelling would cost who takes the spot now. */
function lateRule(freeUntil: Date, now: Date): string {
  return freeUntil < now
    ? 'Taking it uses one pass. It is less than 24 hours to the class: if you cancel, no pass comes back.'
    : `Taking it uses one pass. If you cancel after ${formatDayTime(freeUntil)}, no pass comes back.`;
}

const classPage = ({ classId }: InLine) => `/waitlist/${classId}`;

function classFacts(told: InLine) {
  return [
    { label: 'Class', value: levelName(told.level) },
    { label: 'When', value: formatDayTime(told.startsAt) },
    { label: 'Instructor', value: told.instructorName },
  ];
}

/** The spot was theirs at once: more than 26 hours before the class. */
export function waitlistBookedEmail(
  sender: Sender,
  told: InLine & { freeUntil: Date; passName: string },
): StudioEmail {
  const deadline = formatDayTime(told.freeUntil);
  return studioEmail(sender, {
    subject: `You got a spot: ${what(told)}`,
    preview: `Free to cancel until ${deadline}.`,
    heading: `You are in, ${firstName(told.name)}`,
    paragraphs: [
      'A spot came free and you were next on the waitlist, so we have booked you in, with one pass.',
      `If it no longer suits you, cancel until ${deadline} and the pass comes back.`,
      { label: 'See my classes', path: '/my-classes' },
    ],
    facts: [
      ...classFacts(told),
      { label: 'Pass', value: told.passName },
      { label: 'Free to cancel until', value: deadline },
    ],
  });
}

export function waitlistOfferedEmail(
  sender: Sender,
  told: InLine & { until: Date; freeUntil: Date; now: Date },
): StudioEmail {
  const deadline = formatDayTime(told.until);
  return studioEmail(sender, {
    subject: `A spot is yours until ${deadline}: ${what(told)}`,
    preview: `We keep it for you until ${deadline}.`,
    heading: `A spot came free, ${firstName(told.name)}`,
    paragraphs: [
      `You are next on the waitlist, so we keep it for you until ${deadline}. After that it goes to the next in line.`,
      { label: 'Take the spot', path: classPage(told) },
      lateRule(told.freeUntil, told.now),
    ],
    facts: [...classFacts(told), { label: 'Yours until', value: deadline }],
  });
}

export function waitlistLapsedEmail(sender: Sender, told: InLine): StudioEmail {
  return studioEmail(sender, {
    subject: `Your spot was passed on: ${what(told)}`,
    preview: 'No pass was used, and you are still on the waitlist.',
    heading: 'Your spot was passed on',
    paragraphs: [
      `The time to take the spot in ${what(told)} is over, so it goes to the next in line. No pass was used.`,
      'You keep your place on the waitlist, for the next spot that comes free.',
      { label: 'See the waitlist', path: classPage(told) },
    ],
  });
}

/** Too late for offers: it goes to all who wait. */
export function waitlistAnnouncedEmail(
  sender: Sender,
  told: InLine & { freeUntil: Date; now: Date },
): StudioEmail {
  return studioEmail(sender, {
    subject: `There is a spot: ${what(told)}`,
    preview: 'First come, first served.',
    heading: `There is a spot, ${firstName(told.name)}`,
    paragraphs: [
      'We are telling everyone on the waitlist: first come, first served.',
      { label: 'Take the spot', path: classPage(told) },
      lateRule(told.freeUntil, told.now),
    ],
    facts: classFacts(told),
  });
}

export function waitlistClassCancelledEmail(sender: Sender, told: InLine): StudioEmail {
  return studioEmail(sender, {
    subject: `Cancelled: ${what(told)}`,
    preview: 'You are no longer on its waitlist. No pass was used.',
    heading: 'The class was cancelled',
    paragraphs: [
      `We are sorry: we had to cancel ${what(told)}, so you are no longer on its waitlist. No pass was used.`,
      { label: 'Book another class', path: '/book-classes' },
    ],
  });
}
