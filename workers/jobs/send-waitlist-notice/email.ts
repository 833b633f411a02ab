import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime, toLondonDay } from '#domain/london-time.ts';
import { describeLostPass } from '#domain/rules/lost-pass.ts';
import { describeLateness } from '#domain/rules/wording.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export interface WaitlistedClass {
  readonly name: string;
  readonly classId: number;
  readonly level: string;
  readonly startsAt: Date;
  readonly instructorName: string;
}

export const describeClass = ({ level, startsAt }: WaitlistedClass) =>
  `${levelName(level)}, ${formatDayTime(startsAt)}`;

/** The rules about a spot, as of `now`. */
interface SpotRule {
  readonly freeUntil: Date;
  /** Whether the pass of a late cancellation comes back when another member takes the place. */
  readonly isRefilled: boolean;
  readonly now: Date;
}

/** The cost of taking the spot and of cancelling it later. */
function describeCost({ startsAt, freeUntil, isRefilled, now }: { startsAt: Date } & SpotRule): string {
  const lost = describeLostPass(isRefilled);
  return freeUntil < now
    ? `Taking it uses one pass. It is ${describeLateness({ startsAt, freeUntil }, 'to the class')}: if you cancel, ${lost}.`
    : `Taking it uses one pass. If you cancel after ${formatDayTime(freeUntil)}, ${lost}.`;
}

export const getPagePath = ({ classId }: WaitlistedClass) => `/waitlist/${classId}`;

export function listClassFacts(details: WaitlistedClass) {
  return [
    { label: 'Class', value: levelName(details.level) },
    { label: 'When', value: formatDayTime(details.startsAt) },
    { label: 'Instructor', value: details.instructorName },
  ];
}

/** While spots are booked automatically, a free one is booked for the first member. */
export function waitlistBookedEmail(
  sender: Sender,
  details: WaitlistedClass & { freeUntil: Date; passName: string },
): StudioEmail {
  const deadline = formatDayTime(details.freeUntil);
  return studioEmail(sender, {
    subject: `You got a spot: ${describeClass(details)}`,
    preview: `Free to cancel until ${deadline}.`,
    heading: `You are in, ${firstName(details.name)}`,
    paragraphs: [
      'A spot came free and you were next on the waitlist, so we have booked you in, with one pass.',
      `If it no longer suits you, cancel until ${deadline} and the pass comes back.`,
      { label: 'See my classes', path: '/my-classes' },
    ],
    facts: [
      ...listClassFacts(details),
      { label: 'Pass', value: details.passName },
      { label: 'Free to cancel until', value: deadline },
    ],
  });
}

/** `isMoved`: the studio moved the class, and with it a spot that was offered before. */
export function waitlistOfferedEmail(
  sender: Sender,
  details: WaitlistedClass & SpotRule & { until: Date; isMoved?: boolean },
): StudioEmail {
  const deadline = formatDayTime(details.until);
  return studioEmail(sender, {
    subject: details.isMoved
      ? `Moved, and the spot is yours until ${deadline}: ${describeClass(details)}`
      : `A spot is yours until ${deadline}: ${describeClass(details)}`,
    preview: `We keep it for you until ${deadline}.`,
    heading: details.isMoved
      ? `The class has moved, ${firstName(details.name)}`
      : `A spot came free, ${firstName(details.name)}`,
    paragraphs: [
      ...(details.isMoved
        ? [
            `It is on ${formatDayTime(details.startsAt)} now. The spot that we kept for you was for the old time; here it is at the new one. No pass was used.`,
          ]
        : []),
      `You are next on the waitlist, so we keep it for you until ${deadline}. After that it goes to the next in line.`,
      { label: 'Take the spot', path: getPagePath(details) },
      describeCost(details),
    ],
    facts: [...listClassFacts(details), { label: 'Yours until', value: deadline }],
    notification: 'offers from a waitlist',
  });
}

export function waitlistLapsedEmail(sender: Sender, details: WaitlistedClass): StudioEmail {
  return studioEmail(sender, {
    subject: `Your spot was passed on: ${describeClass(details)}`,
    preview: 'No pass was used, and you are still on the waitlist.',
    heading: 'Your spot was passed on',
    paragraphs: [
      `The time to take the spot in ${describeClass(details)} is over, so it goes to the next in line. No pass was used.`,
      'You keep your place on the waitlist, for the next spot that comes free.',
      { label: 'See the waitlist', path: getPagePath(details) },
    ],
  });
}

/** When it is too late for offers, all waiting members are notified. */
export function waitlistAnnouncedEmail(sender: Sender, details: WaitlistedClass & SpotRule): StudioEmail {
  return studioEmail(sender, {
    subject: `There is a spot: ${describeClass(details)}`,
    preview: 'First come, first served.',
    heading: `There is a spot, ${firstName(details.name)}`,
    paragraphs: [
      'We are telling everyone on the waitlist: first come, first served.',
      { label: 'Take the spot', path: getPagePath(details) },
      describeCost(details),
    ],
    facts: listClassFacts(details),
    notification: 'news of free spots',
  });
}

export function waitlistClassCancelledEmail(
  sender: Sender,
  { closedFor, ...details }: WaitlistedClass & { closedFor: string | null },
): StudioEmail {
  const why = closedFor === null ? '' : `, because we are closed that day (${closedFor})`;
  return studioEmail(sender, {
    subject: `Cancelled: ${describeClass(details)}`,
    preview: 'You are no longer on its waitlist. No pass was used.',
    heading: 'The class was cancelled',
    paragraphs: [
      `We are sorry: we had to cancel ${describeClass(details)}${why}, so you are no longer on its waitlist. No pass was used.`,
      { label: 'Book another class', path: `/book-classes?date=${toLondonDay(details.startsAt)}` },
    ],
  });
}
