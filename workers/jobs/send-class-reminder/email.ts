import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime } from '#domain/london-time.ts';
import { describeLostPass } from '#domain/rules/lost-pass.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

interface RemindedBooking {
  readonly id: number;
  readonly name: string;
  readonly level: string;
  readonly startsAt: Date;
  readonly duration: number;
  readonly instructorName: string;
  readonly freeUntil: Date;
  /** Whether the pass of a late cancellation comes back when another member takes the place. */
  readonly isRefilled: boolean;
}

/** The page on which the booking can be cancelled or moved; opening it changes nothing. */
export const getBookingPath = (id: number, action?: 'cancel' | 'move'): string =>
  `/my-classes?booking=${id}${action === undefined ? '' : `&do=${action}`}`;

/** The place on a map, by the studio's address. */
const getDirections = ({ studioAddress }: Sender): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(studioAddress)}`;

/** Reminds of a booked class, as of `now`. */
export function classReminderEmail(sender: Sender, booking: RemindedBooking, now: Date): StudioEmail {
  const { id, name, level, startsAt, freeUntil } = booking;
  const when = formatDayTime(startsAt);
  const isFree = now <= freeUntil;
  const rule = isFree
    ? `Free to cancel until ${formatDayTime(freeUntil)}.`
    : `It is too late to cancel freely: if you cancel, ${describeLostPass(booking.isRefilled)}.`;
  return studioEmail(sender, {
    subject: `Your class: ${levelName(level)}, ${when}`,
    preview: rule,
    heading: `See you soon, ${firstName(name)}`,
    paragraphs: [
      `You are booked in for ${when}. Please arrive five minutes early, with grip socks.`,
      `If it no longer suits you, please tell us in good time, so that someone else can have your place. ${rule}`,
      { label: 'See my class', path: getBookingPath(id) },
    ],
    links: [
      { label: 'Cancel', path: getBookingPath(id, 'cancel') },
      ...(isFree ? [{ label: 'Move to another class', path: getBookingPath(id, 'move') }] : []),
      { label: 'Add to calendar', path: getBookingPath(id) },
      { label: 'Directions', href: getDirections(sender) },
    ],
    facts: [
      { label: 'Class', value: levelName(level) },
      { label: 'When', value: `${when}, ${booking.duration} minutes` },
      { label: 'Instructor', value: booking.instructorName },
      { label: 'Where', value: sender.studioAddress },
    ],
    notification: 'reminders of your classes',
  });
}
