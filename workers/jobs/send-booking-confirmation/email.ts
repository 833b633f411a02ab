import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime } from '#domain/london-time.ts';
import { describeLostPass } from '#domain/rules/lost-pass.ts';
import { describeLateness } from '#domain/rules/wording.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { capitalise, firstName } from '#workers/emails/wording.ts';

interface BookingDetails {
  readonly name: string;
  readonly level: string;
  readonly startsAt: Date;
  readonly instructorName: string;
  readonly freeUntil: Date;
  readonly passName: string;
  /** Whether the pass of a late cancellation comes back when another member takes the place. */
  readonly isRefilled: boolean;
  /** The previous class of a moved booking. */
  readonly movedFrom?: { readonly level: string; readonly startsAt: Date } | undefined;
}

/** The deadline for free cancellation, or that it is over. */
function describeCancellationRule(booking: BookingDetails, now: Date): { label: string; value: string } {
  return now <= booking.freeUntil
    ? { label: 'Free to cancel until', value: formatDayTime(booking.freeUntil) }
    : {
        label: 'If you cancel',
        value: `${capitalise(describeLateness(booking))}: ${describeLostPass(booking.isRefilled)}`,
      };
}

/** Confirms a new or moved booking, as of `now`. */
export function bookingConfirmationEmail(sender: Sender, booking: BookingDetails, now: Date): StudioEmail {
  const { movedFrom, name } = booking;
  const when = formatDayTime(booking.startsAt);
  const what = `${levelName(booking.level)}, ${when}`;
  const rule = describeCancellationRule(booking, now);
  const welcome = `We look forward to seeing you on ${when}. Please arrive five minutes early, with grip socks.`;
  return studioEmail(sender, {
    subject: movedFrom ? `Moved: ${what}` : `Booked: ${what}`,
    preview: now <= booking.freeUntil ? `${rule.label} ${rule.value}.` : `${rule.value}.`,
    heading: movedFrom ? `Moved, ${firstName(name)}` : `You are booked, ${firstName(name)}`,
    paragraphs: [
      ...(movedFrom
        ? [
            `Your place in ${levelName(movedFrom.level)} on ${formatDayTime(movedFrom.startsAt)} is given up, and its pass is used for this class.`,
          ]
        : []),
      welcome,
      { label: 'See my classes', path: '/my-classes' },
    ],
    facts: [
      { label: 'Class', value: levelName(booking.level) },
      { label: 'When', value: when },
      { label: 'Instructor', value: booking.instructorName },
      { label: 'Pass', value: booking.passName },
      rule,
    ],
  });
}
